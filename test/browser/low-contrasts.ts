import type { Page } from 'playwright-core';

/**
 * Where the page falls short of WCAG 2.2 AA: texts (1.4.3) below 4.5 to 1 against what they stand on, or 3 to 1 where they are
 * large, and the frames of fields to type in (1.4.11) below 3 to 1. What cannot be used is exempt.
 */
export function lowContrasts(page: Page): Promise<string[]> {
  // Everything within: the function is run in the page.
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number];

    function parse(color: string): Color {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    }

    function over(front: Color, back: Color): Color {
      const mix = (i: 0 | 1 | 2): number => front[i] * front[3] + back[i] * (1 - front[3]);
      return [mix(0), mix(1), mix(2), 1];
    }

    /** The colour behind an element's text. Of the picture, the circle or, for its captions, the square around it. */
    function groundOf(element: Element): Color {
      if (element.matches('.picture text:not(.caption)')) {
        return parse(getComputedStyle(document.querySelector('.radius')!).fill);
      }
      const layers: Color[] = [];
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        layers.push(parse(getComputedStyle(each).backgroundColor));
      }
      return layers.reduceRight((back, front) => over(front, back), [255, 255, 255, 1] as Color);
    }

    function luminance([red, green, blue]: Color): number {
      const [r, g, b] = [red, green, blue].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }

    function contrast(a: Color, b: Color): number {
      const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    }

    const faults: string[] = [];
    const check = (what: string, color: string, ground: Color, least: number): void => {
      const ratio = contrast(over(parse(color), ground), ground);
      if (ratio < least) faults.push(`${what}: ${ratio.toFixed(2)}, ${color} on ${ground.map(Math.round).join(' ')}`);
    };
    for (const element of document.body.querySelectorAll<HTMLElement | SVGElement>('*')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const style = getComputedStyle(element);
      const ground = groundOf(element);
      const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      const isDisabled = element.parentElement?.querySelector(':scope > :disabled') != null;
      if (ownText && !isDisabled) {
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        const color = element instanceof SVGElement ? style.fill : style.color;
        check(`“${element.textContent?.trim().slice(0, 30)}”`, color, ground, isLarge ? 3 : 4.5);
      }
      if (element instanceof HTMLInputElement && element.type !== 'radio') {
        check(`value of ${element.id}`, style.color, ground, 4.5);
        check(`placeholder of ${element.id}`, getComputedStyle(element, '::placeholder').color, ground, 4.5);
        if (!element.readOnly)
          check(`frame of ${element.id}`, style.borderTopColor, groundOf(element.parentElement!), 3);
      }
    }
    return faults;
  });
}
