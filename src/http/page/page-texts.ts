import { type FieldLanguage, type FieldTexts, fieldLanguageOf, TEXTS } from '../../element/texts.ts';
import type { Country } from '../../model/country.ts';
import type { Status } from '../../search/match.ts';

/** The texts of the page, apart from those of its field. `{0}` stands for a figure or a name. */
interface PageTexts {
  /** Texts of elements with `data-text`, by its value. */
  readonly fixed: Readonly<Record<FixedText, string>>;
  readonly placeholders: Readonly<Record<Country, string>>;
  /** Labels of the form, by field name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly roles: Readonly<Record<string, string>>;
  readonly said: Readonly<Record<SaidText, string>>;
}

type FixedText = keyof (typeof EN)['fixed'];
type SaidText = keyof (typeof EN)['said'];

/** English has every text; the other languages have the same ones. */
const EN = {
  fixed: {
    title: 'Benelux address lookup',
    interface: 'HTTP interface',
    token: 'Token',
    useToken: 'Use it',
    tokenHint: 'This server asks for a token. It stays in this tab and is forgotten with it.',
    delivery: 'Delivery address',
    where: 'Where it is',
    nearest: 'Nearest addresses',
    embed: 'This field on your own page',
    embedHint:
      'The address is that of this server. A key, which its operator gives you, is valid on your pages alone and may be read by everybody.',
    requests: 'Requests of this page',
    table: 'A whole table',
    tableHint:
      'Drop a CSV, Excel, ODS or NDJSON file here, up to 8 MB. Its rows come back with their addresses; nothing of it is kept.',
    choose: 'Choose a file',
    country: 'Country of rows without one',
    anyCountry: 'any',
    columns: 'What the columns are',
    start: 'Find the addresses',
    cancel: 'Cancel',
    copyAddress: 'Copy address',
    copyPosition: 'Copy position',
    copyLink: 'Copy link',
  },
  placeholders: {
    nl: 'Kalverstraat 1 or 1012NX',
    be: 'Wetstraat, rue de la Loi or 1000',
    lu: 'Rue de Luxembourg or 9209',
  },
  fields: {},
  statuses: {
    exact: 'exact',
    corrected: 'corrected',
    several: 'several possible',
    street: 'street only',
    place: 'place only',
    none: 'not found',
  },
  roles: {
    text: 'whole address',
    street: 'street',
    housenumber: 'house number',
    letter: 'letter',
    addition: 'addition',
    box: 'box',
    postcode: 'postcode',
    place: 'place',
    country: 'country',
  },
  said: {
    typeOn: 'Type and choose until it is complete',
    complete: 'Complete',
    filledIn: 'Address filled in: {0}.',
    waiting: 'The address and its neighbours are drawn here.',
    unlocated: 'The register gives no position for this address.',
    noNeighbours: 'The neighbours could not be asked for.',
    within: '{0} addresses within {1} m',
    drawn: 'the nearest {0} drawn',
    otherStreets: 'other streets',
    around: '{0} addresses around this one, north above',
    copied: 'Copied: {0}',
    tokenWrong: 'The service does not know this token. Check that it was copied whole.',
    pageFailed: 'The page failed; its console says how.',
    addresses: '{0}: {1} addresses',
    elsewhere: 'In {0}: {1}',
    tooLarge: 'The file is larger than 8 MB. Use the command line, or several files.',
    notUsed: 'not used',
    looksLike: 'looks like a part of the address',
    byContent: 'by its content: in {0} of {1} rows it belongs to the house',
    rowsDone: '{0} rows',
    rowsOf: '{0} of about {1} rows',
    stopped: 'Stopped after {0} rows.',
    cutOff: 'The file is damaged after row {0}, or the connection was lost.',
    reading: 'Reading the file …',
    first: 'Look at these first',
    row: 'Row',
    given: 'As given',
    found: 'Found',
    download: 'Download',
    onMap: '{0} rows on the map',
    unplaced: '{0} without a position',
    status: 'Status',
  },
};

const NL: PageTexts = {
  fixed: {
    title: 'Adressen van de Benelux',
    interface: 'HTTP-interface',
    token: 'Token',
    useToken: 'Gebruiken',
    tokenHint: 'Deze server vraagt een token. Het blijft in dit tabblad en verdwijnt daarmee.',
    delivery: 'Bezorgadres',
    where: 'Waar het is',
    nearest: 'Adressen in de buurt',
    embed: 'Dit veld op uw eigen pagina',
    embedHint:
      'Het adres is dat van deze server. Een sleutel, die de beheerder u geeft, geldt alleen op uw pagina’s en mag door iedereen gelezen worden.',
    requests: 'Aanvragen van deze pagina',
    table: 'Een hele tabel',
    tableHint:
      'Sleep een CSV-, Excel-, ODS- of NDJSON-bestand hierheen, tot 8 MB. De rijen komen terug met hun adressen; er wordt niets bewaard.',
    choose: 'Bestand kiezen',
    country: 'Land van rijen zonder land',
    anyCountry: 'elk',
    columns: 'Wat de kolommen zijn',
    start: 'Adressen zoeken',
    cancel: 'Annuleren',
    copyAddress: 'Adres kopiëren',
    copyPosition: 'Positie kopiëren',
    copyLink: 'Link kopiëren',
  },
  placeholders: {
    nl: 'Kalverstraat 1 of 1012NX',
    be: 'Wetstraat, rue de la Loi of 1000',
    lu: 'Rue de Luxembourg of 9209',
  },
  fields: {
    street: 'Straat',
    housenumber: 'Huisnummer',
    houseletter: 'Letter',
    housenumberaddition: 'Toevoeging',
    postcode: 'Postcode',
    city: 'Plaats',
    municipality: 'Gemeente',
    province: 'Provincie',
    box_number: 'Bus',
    canton: 'Kanton',
    district: 'District',
  },
  statuses: {
    exact: 'precies',
    corrected: 'verbeterd',
    several: 'meer mogelijk',
    street: 'alleen straat',
    place: 'alleen plaats',
    none: 'niet gevonden',
  },
  roles: {
    text: 'heel adres',
    street: 'straat',
    housenumber: 'huisnummer',
    letter: 'letter',
    addition: 'toevoeging',
    box: 'bus',
    postcode: 'postcode',
    place: 'plaats',
    country: 'land',
  },
  said: {
    typeOn: 'Typ en kies tot het volledig is',
    complete: 'Volledig',
    filledIn: 'Adres ingevuld: {0}.',
    waiting: 'Hier komen het adres en zijn buren.',
    unlocated: 'Het register geeft geen positie voor dit adres.',
    noNeighbours: 'De buren konden niet worden opgevraagd.',
    within: '{0} adressen binnen {1} m',
    drawn: 'de dichtstbijzijnde {0} getekend',
    otherStreets: 'andere straten',
    around: '{0} adressen rond dit adres, noorden boven',
    copied: 'Gekopieerd: {0}',
    tokenWrong: 'De dienst kent dit token niet. Kijk of het helemaal is gekopieerd.',
    pageFailed: 'De pagina heeft een fout; de console zegt welke.',
    addresses: '{0}: {1} adressen',
    elsewhere: 'In {0}: {1}',
    tooLarge: 'Het bestand is groter dan 8 MB. Gebruik de opdrachtregel, of meer bestanden.',
    notUsed: 'niet gebruikt',
    looksLike: 'lijkt een deel van het adres',
    byContent: 'naar de inhoud: in {0} van {1} rijen hoort het bij het huis',
    rowsDone: '{0} rijen',
    rowsOf: '{0} van ongeveer {1} rijen',
    stopped: 'Gestopt na {0} rijen.',
    cutOff: 'Het bestand is na rij {0} beschadigd, of de verbinding is verbroken.',
    reading: 'Het bestand wordt gelezen …',
    first: 'Kijk hier eerst naar',
    row: 'Rij',
    given: 'Zoals gegeven',
    found: 'Gevonden',
    download: 'Downloaden',
    onMap: '{0} rijen op de kaart',
    unplaced: '{0} zonder positie',
    status: 'Status',
  },
};

const FR: PageTexts = {
  fixed: {
    title: 'Adresses du Benelux',
    interface: 'Interface HTTP',
    token: 'Jeton',
    useToken: 'Utiliser',
    tokenHint: 'Ce serveur demande un jeton. Il reste dans cet onglet et disparaît avec lui.',
    delivery: 'Adresse de livraison',
    where: 'Où c’est',
    nearest: 'Adresses les plus proches',
    embed: 'Ce champ sur votre propre page',
    embedHint:
      'L’adresse est celle de ce serveur. Une clé, que vous donne son exploitant, n’est valable que sur vos pages et peut être lue par tout le monde.',
    requests: 'Requêtes de cette page',
    table: 'Un tableau entier',
    tableHint:
      'Déposez ici un fichier CSV, Excel, ODS ou NDJSON de 8 Mo au plus. Ses lignes reviennent avec leurs adresses ; rien n’en est gardé.',
    choose: 'Choisir un fichier',
    country: 'Pays des lignes qui n’en ont pas',
    anyCountry: 'tous',
    columns: 'Ce que sont les colonnes',
    start: 'Trouver les adresses',
    cancel: 'Annuler',
    copyAddress: 'Copier l’adresse',
    copyPosition: 'Copier la position',
    copyLink: 'Copier le lien',
  },
  placeholders: {
    nl: 'Kalverstraat 1 ou 1012NX',
    be: 'rue de la Loi, Wetstraat ou 1000',
    lu: 'Rue de Luxembourg ou 9209',
  },
  fields: {
    street: 'Rue',
    housenumber: 'Numéro',
    houseletter: 'Lettre',
    housenumberaddition: 'Complément',
    postcode: 'Code postal',
    city: 'Localité',
    municipality: 'Commune',
    province: 'Province',
    box_number: 'Boîte',
    canton: 'Canton',
    district: 'District',
  },
  statuses: {
    exact: 'exacte',
    corrected: 'corrigée',
    several: 'plusieurs possibles',
    street: 'rue seulement',
    place: 'localité seulement',
    none: 'introuvable',
  },
  roles: {
    text: 'adresse entière',
    street: 'rue',
    housenumber: 'numéro',
    letter: 'lettre',
    addition: 'complément',
    box: 'boîte',
    postcode: 'code postal',
    place: 'localité',
    country: 'pays',
  },
  said: {
    typeOn: 'Tapez et choisissez jusqu’à ce qu’elle soit complète',
    complete: 'Complète',
    filledIn: 'Adresse remplie : {0}.',
    waiting: 'L’adresse et ses voisines sont dessinées ici.',
    unlocated: 'Le registre ne donne pas de position pour cette adresse.',
    noNeighbours: 'Les voisines n’ont pas pu être demandées.',
    within: '{0} adresses à moins de {1} m',
    drawn: 'les {0} plus proches dessinées',
    otherStreets: 'autres rues',
    around: '{0} adresses autour de celle-ci, le nord en haut',
    copied: 'Copié : {0}',
    tokenWrong: 'Le service ne connaît pas ce jeton. Vérifiez qu’il a été copié en entier.',
    pageFailed: 'La page a échoué ; sa console dit comment.',
    addresses: '{0} : {1} adresses',
    elsewhere: '{0} : {1}',
    tooLarge: 'Le fichier dépasse 8 Mo. Utilisez la ligne de commande, ou plusieurs fichiers.',
    notUsed: 'non utilisée',
    looksLike: 'semble faire partie de l’adresse',
    byContent: 'd’après son contenu : dans {0} lignes sur {1}, elle va avec la maison',
    rowsDone: '{0} lignes',
    rowsOf: '{0} lignes sur {1} environ',
    stopped: 'Arrêté après {0} lignes.',
    cutOff: 'Le fichier est endommagé après la ligne {0}, ou la connexion a été perdue.',
    reading: 'Lecture du fichier …',
    first: 'À regarder d’abord',
    row: 'Ligne',
    given: 'Telle que donnée',
    found: 'Trouvée',
    download: 'Télécharger',
    onMap: '{0} lignes sur la carte',
    unplaced: '{0} sans position',
    status: 'Statut',
  },
};

const DE: PageTexts = {
  fixed: {
    title: 'Adressen der Benelux-Länder',
    interface: 'HTTP-Schnittstelle',
    token: 'Token',
    useToken: 'Verwenden',
    tokenHint: 'Dieser Server verlangt ein Token. Es bleibt in diesem Tab und wird mit ihm vergessen.',
    delivery: 'Lieferadresse',
    where: 'Wo sie ist',
    nearest: 'Nächste Adressen',
    embed: 'Dieses Feld auf Ihrer eigenen Seite',
    embedHint:
      'Die Adresse ist die dieses Servers. Ein Schlüssel, den Sie vom Betreiber bekommen, gilt nur auf Ihren Seiten und darf von allen gelesen werden.',
    requests: 'Anfragen dieser Seite',
    table: 'Eine ganze Tabelle',
    tableHint:
      'Ziehen Sie eine CSV-, Excel-, ODS- oder NDJSON-Datei bis 8 MB hierher. Die Zeilen kommen mit ihren Adressen zurück; nichts davon wird behalten.',
    choose: 'Datei wählen',
    country: 'Land der Zeilen ohne Land',
    anyCountry: 'jedes',
    columns: 'Was die Spalten sind',
    start: 'Adressen suchen',
    cancel: 'Abbrechen',
    copyAddress: 'Adresse kopieren',
    copyPosition: 'Position kopieren',
    copyLink: 'Link kopieren',
  },
  placeholders: {
    nl: 'Kalverstraat 1 oder 1012NX',
    be: 'Gospertstraße, Wetstraat oder 4700',
    lu: 'Rue de Luxembourg oder 9209',
  },
  fields: {
    street: 'Straße',
    housenumber: 'Hausnummer',
    houseletter: 'Buchstabe',
    housenumberaddition: 'Zusatz',
    postcode: 'Postleitzahl',
    city: 'Ort',
    municipality: 'Gemeinde',
    province: 'Provinz',
    box_number: 'Briefkasten',
    canton: 'Kanton',
    district: 'Distrikt',
  },
  statuses: {
    exact: 'genau',
    corrected: 'berichtigt',
    several: 'mehrere möglich',
    street: 'nur die Straße',
    place: 'nur der Ort',
    none: 'nicht gefunden',
  },
  roles: {
    text: 'ganze Adresse',
    street: 'Straße',
    housenumber: 'Hausnummer',
    letter: 'Buchstabe',
    addition: 'Zusatz',
    box: 'Briefkasten',
    postcode: 'Postleitzahl',
    place: 'Ort',
    country: 'Land',
  },
  said: {
    typeOn: 'Tippen und wählen, bis sie vollständig ist',
    complete: 'Vollständig',
    filledIn: 'Adresse ausgefüllt: {0}.',
    waiting: 'Hier werden die Adresse und ihre Nachbarn gezeichnet.',
    unlocated: 'Das Register nennt für diese Adresse keine Position.',
    noNeighbours: 'Die Nachbarn konnten nicht abgefragt werden.',
    within: '{0} Adressen im Umkreis von {1} m',
    drawn: 'die nächsten {0} gezeichnet',
    otherStreets: 'andere Straßen',
    around: '{0} Adressen um diese herum, Norden oben',
    copied: 'Kopiert: {0}',
    tokenWrong: 'Der Dienst kennt dieses Token nicht. Prüfen Sie, ob es ganz kopiert wurde.',
    pageFailed: 'Die Seite hat einen Fehler; ihre Konsole sagt, welchen.',
    addresses: '{0}: {1} Adressen',
    elsewhere: 'In {0}: {1}',
    tooLarge: 'Die Datei ist größer als 8 MB. Verwenden Sie die Befehlszeile oder mehrere Dateien.',
    notUsed: 'nicht verwendet',
    looksLike: 'sieht nach einem Teil der Adresse aus',
    byContent: 'nach dem Inhalt: in {0} von {1} Zeilen gehört es zum Haus',
    rowsDone: '{0} Zeilen',
    rowsOf: '{0} von etwa {1} Zeilen',
    stopped: 'Nach {0} Zeilen angehalten.',
    cutOff: 'Die Datei ist nach Zeile {0} beschädigt, oder die Verbindung ging verloren.',
    reading: 'Die Datei wird gelesen …',
    first: 'Diese zuerst ansehen',
    row: 'Zeile',
    given: 'Wie angegeben',
    found: 'Gefunden',
    download: 'Herunterladen',
    onMap: '{0} Zeilen auf der Karte',
    unplaced: '{0} ohne Position',
    status: 'Status',
  },
};

/** By language. */
export const PAGE_TEXTS: Readonly<Record<FieldLanguage, PageTexts>> = { en: EN, nl: NL, fr: FR, de: DE };

/** The language of the page, by the languages that the browser asks for. */
export const language: FieldLanguage = fieldLanguageOf(globalThis.navigator?.languages ?? ['en']);

export const texts: PageTexts = PAGE_TEXTS[language];
export const fieldTexts: FieldTexts = TEXTS[language];

/** A sentence with its figures and names in it. */
export function say(text: SaidText, ...values: readonly (string | number)[]): string {
  return filled(texts.said[text], values);
}

function filled(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, position: string) => {
    const value = values[Number(position)] ?? '';
    return typeof value === 'number' ? value.toLocaleString(language) : value;
  });
}

/** Translates the document, which is in English. */
export function translate(root: Document): void {
  root.documentElement.lang = language;
  for (const each of root.querySelectorAll('[data-text]')) {
    each.textContent = texts.fixed[each.getAttribute('data-text') as FixedText];
  }
  for (const each of root.querySelectorAll('[data-label]')) {
    each.setAttribute('aria-label', texts.fixed[each.getAttribute('data-label') as FixedText]);
  }
}
