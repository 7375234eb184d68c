import type { Country } from '../model/country.ts';
import type { DescriptionLanguage } from '../model/description.ts';

/** A language of the field. */
export type FieldLanguage = DescriptionLanguage;

/** The texts of the field. */
export interface FieldTexts {
  readonly label: string;
  readonly country: string;
  readonly countries: Readonly<Record<Country, string>>;
  readonly suggestions: string;
  readonly clear: string;
  readonly retry: string;
  readonly chosen: string;
  readonly choose: string;
  readonly required: string;
  readonly unlisted: string;
  readonly keptAsTyped: string;
  readonly additions: string;
  readonly unreachable: string;
  readonly busy: string;
  readonly failed: string;
  readonly counted: (count: number) => string;
  readonly more: (count: number) => string;
  readonly nothing: (term: string) => string;
  readonly missingNumber: (number: string) => string;
  readonly elsewhere: (country: string) => string;
  readonly box: string;
}

export const TEXTS: Readonly<Record<FieldLanguage, FieldTexts>> = {
  nl: {
    label: 'Adres',
    country: 'Land',
    countries: { nl: 'Nederland', be: 'België', lu: 'Luxemburg' },
    suggestions: 'Suggesties',
    clear: 'Wissen',
    retry: 'Opnieuw proberen',
    chosen: 'Adres gekozen',
    choose: 'Kies een adres uit de lijst.',
    required: 'Vul een adres in.',
    unlisted: 'Mijn adres staat er niet bij',
    keptAsTyped: 'Overgenomen zoals getypt, niet gecontroleerd.',
    additions: 'Of een van deze:',
    unreachable: 'De adressen zijn nu niet te bereiken.',
    busy: 'Even te veel aanvragen. Probeer het zo opnieuw.',
    failed: 'De adressen konden niet worden opgezocht.',
    counted: (count) => (count === 1 ? '1 suggestie.' : `${count} suggesties.`),
    more: (count) => `Nog ${count}: typ verder of blader`,
    nothing: (term) => `Niets gevonden voor “${term}”.`,
    missingNumber: (number) => `Huisnummer ${number} is niet bekend; dit zijn de dichtstbijzijnde nummers.`,
    elsewhere: (country) => `Gevonden in ${country}:`,
    box: 'bus',
  },
  fr: {
    label: 'Adresse',
    country: 'Pays',
    countries: { nl: 'Pays-Bas', be: 'Belgique', lu: 'Luxembourg' },
    suggestions: 'Suggestions',
    clear: 'Effacer',
    retry: 'Réessayer',
    chosen: 'Adresse choisie',
    choose: 'Choisissez une adresse dans la liste.',
    required: 'Indiquez une adresse.',
    unlisted: 'Mon adresse n’y est pas',
    keptAsTyped: 'Reprise telle quelle, sans vérification.',
    additions: 'Ou l’une de celles-ci :',
    unreachable: 'Les adresses ne sont pas joignables pour le moment.',
    busy: 'Trop de demandes. Réessayez dans un instant.',
    failed: 'Les adresses n’ont pas pu être cherchées.',
    counted: (count) => (count === 1 ? '1 suggestion.' : `${count} suggestions.`),
    more: (count) => `Encore ${count} : continuez à taper ou faites défiler`,
    nothing: (term) => `Rien trouvé pour « ${term} ».`,
    missingNumber: (number) => `Le numéro ${number} n’est pas connu ; voici les numéros les plus proches.`,
    elsewhere: (country) => `Trouvé dans un autre pays (${country}) :`,
    box: 'bte',
  },
  de: {
    label: 'Adresse',
    country: 'Land',
    countries: { nl: 'Niederlande', be: 'Belgien', lu: 'Luxemburg' },
    suggestions: 'Vorschläge',
    clear: 'Löschen',
    retry: 'Erneut versuchen',
    chosen: 'Adresse ausgewählt',
    choose: 'Wählen Sie eine Adresse aus der Liste.',
    required: 'Geben Sie eine Adresse an.',
    unlisted: 'Meine Adresse fehlt hier',
    keptAsTyped: 'Wie eingegeben übernommen, nicht geprüft.',
    additions: 'Oder eine von diesen:',
    unreachable: 'Die Adressen sind derzeit nicht erreichbar.',
    busy: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
    failed: 'Die Adressen konnten nicht gesucht werden.',
    counted: (count) => (count === 1 ? '1 Vorschlag.' : `${count} Vorschläge.`),
    more: (count) => `Noch ${count}: weiter tippen oder blättern`,
    nothing: (term) => `Nichts gefunden für „${term}“.`,
    missingNumber: (number) => `Hausnummer ${number} ist nicht bekannt; dies sind die nächsten Nummern.`,
    elsewhere: (country) => `Gefunden in einem anderen Land (${country}):`,
    box: 'Bfk.',
  },
  en: {
    label: 'Address',
    country: 'Country',
    countries: { nl: 'Netherlands', be: 'Belgium', lu: 'Luxembourg' },
    suggestions: 'Suggestions',
    clear: 'Clear',
    retry: 'Try again',
    chosen: 'Address selected',
    choose: 'Choose an address from the list.',
    required: 'Enter an address.',
    unlisted: 'My address is not listed',
    keptAsTyped: 'Kept as typed, not validated.',
    additions: 'Or one of these:',
    unreachable: 'The service cannot be reached.',
    busy: 'Too many requests. Try again in a moment.',
    failed: 'The addresses could not be searched.',
    counted: (count) => (count === 1 ? '1 suggestion.' : `${count} suggestions.`),
    more: (count) => `${count} more: type on, or scroll`,
    nothing: (term) => `Nothing found for “${term}”.`,
    missingNumber: (number) => `House number ${number} is unknown; these are the nearest.`,
    elsewhere: (country) => `Found in another country (${country}):`,
    box: 'box',
  },
};

/** The first language of a list in which the field exists; English if there is none. */
export function fieldLanguageOf(tags: readonly string[]): FieldLanguage {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]!;
    if (language === 'lb') return 'fr';
    if (language in TEXTS) return language as FieldLanguage;
  }
  return 'en';
}
