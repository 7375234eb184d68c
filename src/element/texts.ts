import type { Country } from '../model/country.ts';
import type { DescriptionLanguage } from '../model/description.ts';

/** A language of the field. */
export type FieldLanguage = DescriptionLanguage;

/** The texts of the field, besides the names of countries. */
type TextName =
  | 'label'
  | 'country'
  | 'suggestions'
  | 'clear'
  | 'retry'
  | 'chosen'
  | 'choose'
  | 'required'
  | 'unlisted'
  | 'keptAsTyped'
  | 'additions'
  | 'unreachable'
  | 'busy'
  | 'more'
  | 'nothing'
  | 'missingNumber'
  | 'postcode'
  | 'number'
  | 'addition';

/** The order of the columns. */
const LANGUAGES: readonly FieldLanguage[] = ['nl', 'fr', 'de', 'en'];

/** The texts by language; `{}` stands for a value. */
const ROWS: Readonly<Record<TextName | Country, readonly string[]>> = {
  label: ['Adres', 'Adresse', 'Adresse', 'Address'],
  country: ['Land', 'Pays', 'Land', 'Country'],
  suggestions: ['Suggesties', 'Suggestions', 'Vorschläge', 'Suggestions'],
  clear: ['Wissen', 'Effacer', 'Löschen', 'Clear'],
  retry: ['Opnieuw proberen', 'Réessayer', 'Erneut versuchen', 'Try again'],
  chosen: ['Adres gekozen', 'Adresse choisie', 'Adresse ausgewählt', 'Address selected'],
  choose: [
    'Kies een adres uit de lijst.',
    'Choisissez une adresse dans la liste.',
    'Wählen Sie eine Adresse aus der Liste.',
    'Choose an address from the list.',
  ],
  required: ['Vul een adres in.', 'Indiquez une adresse.', 'Geben Sie eine Adresse an.', 'Enter an address.'],
  unlisted: [
    'Mijn adres staat er niet bij',
    'Mon adresse n’y est pas',
    'Meine Adresse fehlt hier',
    'My address is not listed',
  ],
  keptAsTyped: [
    'Overgenomen zoals getypt, niet gecontroleerd.',
    'Reprise telle quelle, sans vérification.',
    'Wie eingegeben übernommen, nicht geprüft.',
    'Kept as typed, not validated.',
  ],
  additions: ['Of een van deze:', 'Ou l’une de celles-ci :', 'Oder eine von diesen:', 'Or one of these:'],
  unreachable: [
    'De adressen zijn nu niet te bereiken.',
    'Les adresses ne sont pas joignables pour le moment.',
    'Die Adressen sind derzeit nicht erreichbar.',
    'The service cannot be reached.',
  ],
  busy: [
    'Te veel aanvragen: wacht {} s.',
    'Trop de demandes : patientez {} s.',
    'Zu viele Anfragen: warten Sie {} s.',
    'Too many requests: wait {} s.',
  ],
  more: [
    'Nog {}: typ verder of blader',
    'Encore {} : continuez à taper ou faites défiler',
    'Noch {}: weiter tippen oder blättern',
    '{} more: type on, or scroll',
  ],
  nothing: [
    'Niets gevonden voor “{}”.',
    'Rien trouvé pour « {} ».',
    'Nichts gefunden für „{}“.',
    'Nothing found for “{}”.',
  ],
  missingNumber: [
    'Huisnummer {} is niet bekend; dit zijn de dichtstbijzijnde nummers.',
    'Le numéro {} n’est pas connu ; voici les numéros les plus proches.',
    'Hausnummer {} ist nicht bekannt; dies sind die nächsten Nummern.',
    'House number {} is unknown; these are the nearest.',
  ],
  postcode: ['Postcode', 'Code postal', 'Postleitzahl', 'Postcode'],
  number: ['Huisnummer', 'Numéro', 'Hausnummer', 'House number'],
  addition: ['Toevoeging', 'Complément', 'Zusatz', 'Addition'],
  nl: ['Nederland', 'Pays-Bas', 'Niederlande', 'Netherlands'],
  be: ['België', 'Belgique', 'Belgien', 'Belgium'],
  lu: ['Luxemburg', 'Luxembourg', 'Luxemburg', 'Luxembourg'],
};

/** The texts of the field in one language. */
export type FieldTexts = Readonly<Record<TextName | Country, string>>;

export const TEXTS: Readonly<Record<FieldLanguage, FieldTexts>> = textsByLanguage(ROWS);

/** Rows with a column for each language as a table for each language. */
export function textsByLanguage<Name extends string>(
  rows: Readonly<Record<Name, readonly string[]>>,
): Readonly<Record<FieldLanguage, Readonly<Record<Name, string>>>> {
  const column = (i: number): object =>
    Object.fromEntries(Object.entries<readonly string[]>(rows).map(([name, row]) => [name, row[i]]));
  return Object.fromEntries(LANGUAGES.map((language, i) => [language, column(i)])) as ReturnType<
    typeof textsByLanguage<Name>
  >;
}

/** A text with a value in it. */
export function withValue(text: string, value: string | number): string {
  return text.replace('{}', () => String(value));
}

/** How many suggestions there are. */
export function counted(texts: FieldTexts, count: number): string {
  return `${texts.suggestions}: ${count}.`;
}

/** The first language of a list in which the field exists; English if there is none. */
export function fieldLanguageOf(tags: readonly string[]): FieldLanguage {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]!;
    if (language === 'lb') return 'fr';
    if (language in TEXTS) return language as FieldLanguage;
  }
  return 'en';
}
