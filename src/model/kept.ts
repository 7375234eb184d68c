interface Keeper<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What is kept for a key, or made for it now and kept. All is forgotten before there are more than `most`. */
export function kept<Key, Value>(
  keeper: Keeper<Key, Value> & { readonly size?: number; clear?(): void },
  key: Key,
  make: (key: Key) => Value,
  most: number = Number.POSITIVE_INFINITY,
): Value {
  const known = keeper.get(key);
  if (known !== undefined) return known;
  const value = make(key);
  if ((keeper.size ?? 0) >= most) keeper.clear?.();
  keeper.set(key, value);
  return value;
}
