/** The words of headers in Dutch, French, German and English; headers.ts reads what they mean together. */

/**
 * The words by what they say, folded, by their language; `any` for words of several languages. Compounds (`huisnummertoevoeging`) consist of
 * them.
 */
const WORDS = {
  address: { nl: 'adres', fr: 'adresse', de: 'anschrift adress', en: 'address', any: 'adr addr' },
  street: {
    nl: 'straat openbareruimte',
    fr: 'rue voie voirie',
    de: 'strasse strassen',
    en: 'street road thoroughfare',
    // SAP calls it STRAS, and Luxembourgers Strooss.
    any: 'str stras strooss',
  },
  house: { nl: 'huis politie', fr: 'maison police', de: 'haus', en: 'house building', any: '' },
  number: {
    nl: 'nummer',
    fr: 'numero numeros',
    de: 'nummern',
    en: 'number designator premise',
    any: 'nr no num nbr',
  },
  letter: { nl: 'letter letters ltr', fr: 'lettre', de: 'buchstabe', en: '', any: '' },
  addition: {
    nl: 'toevoeging toevoegingen toevoegsel toev bis',
    fr: 'complement indice',
    de: 'zusatz',
    en: 'addition suffix extension ext',
    any: 'index',
  },
  box: {
    nl: 'bus brievenbus appartement',
    fr: 'boite bte appart appt',
    de: 'briefkasten wohnung',
    en: 'box apartment apt flat unit',
    any: 'app',
  },
  // Not a box, since several boxes may be on one floor.
  floor: { nl: 'verdieping', fr: '', de: 'stockwerk', en: 'floor', any: 'etage' },
  postcode: {
    nl: '',
    fr: 'cp npa',
    de: 'plz postleitzahl',
    en: 'zip',
    any: 'postcode postcodes postkode postc pstlz pc pcode pcd postleitzuel',
  },
  postal: { nl: '', fr: 'postale postaux', de: '', en: '', any: 'postal post' },
  code: { nl: '', fr: '', de: '', en: '', any: 'code cd identification' },
  place: {
    nl: 'plaats woonplaats woonpl wpl plts stad deelgemeente vestigingsplaats standplaats dorp',
    fr: 'ville localite lieu',
    de: 'ort orts ortschaft stadt wohnort',
    en: 'place city town locality village',
    any: 'uertschaft uert duerf',
  },
  municipality: { nl: 'gemeente', fr: 'commune', de: 'gemeinde', en: 'municipality', any: 'gemeng' },
  region: {
    nl: 'provincie regio gewest',
    fr: 'departement',
    de: 'provinz bundesland',
    en: 'state county',
    any: 'province region canton kanton district',
  },
  country: { nl: '', fr: 'pays', de: 'landes', en: 'country', any: 'land iso' },
  latitude: {
    nl: 'breedtegraad breedte',
    fr: '',
    de: 'geobreite breitengrad',
    en: 'latitude',
    any: 'lat ycoord geolat',
  },
  longitude: {
    nl: 'lengtegraad lengte',
    fr: '',
    de: 'geolange geolaenge laengengrad langengrad',
    en: 'longitude',
    any: 'lon lng long xcoord geolon geolng',
  },
  // Without meaning for the role.
  filler: {
    nl: 'naam volledig volledige officieel officiele het van der den veld wat welke waar je jouw uw woont aan geformatteerd evt eventueel eventuele op welk u domicilie nieuw nieuwe huidig huidige',
    fr: 'domicile nom noms libelle complete complet de des du d la le les l champ quel quelle est votre dans habitez vous nouveau nouvel nouvelle actuel actuelle',
    de: 'bezeichnung voll vollstandig vollstandige vollstaendige feld was wie ist lautet ihr ihre neue',
    en: 'name full official formatted display locator of the text field value what which where your do you live first last middle combined current',
    // Forms ask whole questions: `Wat is je adres?`
    any: 'wgs gps geo c in is s nm',
  },
  conjunction: {
    nl: 'en met inclusief',
    fr: 'et avec',
    de: 'und mit inkl',
    en: 'and or with incl including',
    any: '',
  },
  // A number behind it counts lines.
  line: { nl: 'regel lijn', fr: 'ligne', de: 'zeile', en: 'line', any: '' },
  // Another form of the same content, shorter or normalised.
  variant: {
    nl: 'kort korte verkort verkorte afgekort numeriek cijfers',
    fr: 'court abrege',
    de: 'kurz',
    en: 'short abbreviated abbr numeric digits normalized normalised',
    any: 'nen boco',
  },
  // Which of several addresses.
  group: {
    nl: 'factuur facturatie verzend verzending verz aflever lever levering bezoek vestiging vestigings correspondentie woon werk thuis bedrijf bedrijfs klant klanten hoofd prive zakelijk winkel ontvanger afzender zetel primair primaire fysiek fysieke',
    fr: 'facturation livraison siege social client expediteur destinataire bureau autre',
    de: 'rechnung rechnungs liefer lieferung kunden firmen geschaftlich geschaeftlich privat weitere',
    en: 'main billing bill shipping ship delivery invoice mailing home work office business company customer contact recipient receiver sender primary secondary other alternate default store shop site from to origin destination start end pickup dropoff',
    any: 'private organisation organization organisatie',
  },
  // Something about an address: its key, its type, the day it was last seen.
  attribute: {
    nl: 'identificatie soort datum tijd aantal telefoon mobiel geboorte gebruiker opmerking notitie omschrijving afstand oppervlakte jaar prijs geldig fout volg rekening oude vorig vorige',
    fr: 'nombre telephone naissance remarque ancien ancienne',
    de: 'anzahl telefon geburts geburt bemerkung alte',
    en: 'previous former key reference date time count total phone mobile birth user note notes remark comment description distance area year price valid verified error score account email mail url link website web order product item serial lot batch row employees',
    // `match_street`: from our own output, geocoded again.
    any: 'given family match id ids uuid guid ref type status dat tel fax gsm ip mac hash btw vat kvk iban bic',
  },
} as const;

/** What a word of a header says. */
export type Word = keyof typeof WORDS;

/** The kind of a word, and its language. */
export interface Meaning {
  readonly word: Word | 'language';
  readonly language: string | undefined;
  readonly text: string;
}

export const DICTIONARY: ReadonlyMap<string, Meaning> = new Map(
  (Object.entries(WORDS) as [Word, Readonly<Record<string, string>>][]).flatMap(([word, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, words]) =>
      words
        .split(' ')
        .filter((text) => text !== '')
        .map((text) => [text, { word, language: language === 'any' ? undefined : language, text }] as const),
    ),
  ),
);

/** Compounds of words that are too short to be found in compounds. */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['hnr', 'house nr'],
  ['huisn', 'house nr'],
  ['addressnumber', 'house nr'],
  ['hsnr', 'house nr'],
  ['hn', 'house nr'],
  ['hltr', 'house letter'],
  ['hsltr', 'house letter'],
  ['htv', 'house toev'],
  ['strnm', 'str naam'],
  ['huisadres', 'thuis adres'],
  ['huispostcode', 'thuis postcode'],
  ['huisplaats', 'thuis plaats'],
  ['postalzone', 'postcode'],
  ['nomdelarue', 'nom rue'],
  ['numerodepolice', 'numero police'],
  ['numerodeboite', 'numero boite'],
]);

/** Headers that mean a whole address without an address word, if no other is one. */
export const TEXT_HEADERS: ReadonlySet<string> = new Set(
  `location localisation query freetext freeform vicinity locatie lieudintervention lieudestravaux residence domicile woonst
  siege siegesocial zetel maatschappelijkezetel vestiging ligging domicilie`.split(/\s+/),
);

/** How to fill in a form, in brackets: with one of these they say nothing of the column. */
export const HINTS: ReadonlySet<string> = new Set(
  `zonder sans ohne without optioneel optionnel optional facultatief facultatif verplicht obligatoire required indien si falls if bv bijv
  voorbeeld ex exemple eg`.split(/\s+/),
);

/** Shorter words are parts of compounds only if they are here; others are in too many words. */
export const SHORT_IN_COMPOUNDS: ReadonlySet<string> = new Set('bus box bte bis rue ort zip num nom'.split(' '));
export const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ...['nl', 'dutch', 'nederlands', 'ned'].map((name) => [name, 'nl'] as const),
  ...['fr', 'french', 'francais', 'frans'].map((name) => [name, 'fr'] as const),
  ...['de', 'german', 'deutsch', 'duits', 'ger'].map((name) => [name, 'de'] as const),
  ...['en', 'english', 'eng'].map((name) => [name, 'en'] as const),
]);

/** What something is called: the label of an address, beside its lines. */
export const NAMES: ReadonlySet<string> = new Set('naam nom name bezeichnung'.split(' '));

/** Letters that tell groups apart: `verz` and `verzending` are one. */
export const STEM = 4;

/** The stems of groups whose number is that of the house; others have one of their own: `customer.number`. */
export const SEATS: ReadonlySet<string> = new Set(
  'siege zetel bezoek woon thuis home bureau office'.split(' ').map((group) => group.slice(0, STEM)),
);

/** Words that mean many other things unless they are next to a part of an address. */
export const VAGUE: ReadonlySet<string> = new Set(
  'letter ltr suffix extension ext index unit app complement indice house huis haus maison'.split(' '),
);
