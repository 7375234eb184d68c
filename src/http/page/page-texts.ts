import { type FieldLanguage, fieldLanguageOf, TEXTS, textsByLanguage, withValue } from '../../element/texts.ts';

/** What the page says besides its field, in the languages of the field; each `{}` stands for a figure or a name. */
const ROWS = {
  title: ['Adressen van de Benelux', 'Adresses du Benelux', 'Adressen der Benelux-Länder', 'Benelux address lookup'],
  interface: ['HTTP-interface', 'Interface HTTP', 'HTTP-Schnittstelle', 'HTTP interface'],
  find: ['Een adres zoeken', 'Trouver une adresse', 'Eine Adresse finden', 'Find an address'],
  anyCountry: ['Elk land', 'Tous les pays', 'Jedes Land', 'Any country'],
  example: ['Kalverstraat 1, Amsterdam', 'Rue de la Loi 16, Bruxelles', 'Gospertstraße 1, Eupen', 'Dam 1, Amsterdam'],
  pageFailed: [
    'De pagina heeft een fout; de console zegt welke.',
    'La page a échoué ; sa console dit comment.',
    'Die Seite hat einen Fehler; ihre Konsole sagt, welchen.',
    'The page failed; its console says how.',
  ],

  token: ['Token', 'Jeton', 'Token', 'Token'],
  useToken: ['Gebruiken', 'Utiliser', 'Verwenden', 'Use it'],
  tokenHint: [
    'Deze server vraagt een token. Het blijft in dit tabblad en verdwijnt daarmee.',
    'Ce serveur demande un jeton. Il reste dans cet onglet et disparaît avec lui.',
    'Dieser Server verlangt ein Token. Es bleibt in diesem Tab und wird mit ihm vergessen.',
    'This server asks for a token. It stays in this tab and is forgotten with it.',
  ],
  tokenWrong: [
    'De dienst kent dit token niet. Kijk of het helemaal is gekopieerd.',
    'Le service ne connaît pas ce jeton. Vérifiez qu’il a été copié en entier.',
    'Der Dienst kennt dieses Token nicht. Prüfen Sie, ob es ganz kopiert wurde.',
    'The service does not know this token. Check that it was copied whole.',
  ],

  found: ['Het adres', 'L’adresse', 'Die Adresse', 'The address'],
  street: ['Straat', 'Rue', 'Straße', 'Street'],
  letter: ['Letter', 'Lettre', 'Buchstabe', 'Letter'],
  box: ['Bus', 'Boîte', 'Briefkasten', 'Box'],
  place: ['Plaats', 'Localité', 'Ort', 'Place'],
  municipality: ['Gemeente', 'Commune', 'Gemeinde', 'Municipality'],
  province: ['Provincie', 'Province', 'Provinz', 'Province'],
  canton: ['Kanton', 'Canton', 'Kanton', 'Canton'],
  district: ['District', 'District', 'Distrikt', 'District'],
  position: ['Breedte, lengte', 'Latitude, longitude', 'Breite, Länge', 'Latitude, longitude'],
  copyAddress: ['Adres kopiëren', 'Copier l’adresse', 'Adresse kopieren', 'Copy address'],
  copyPosition: ['Positie kopiëren', 'Copier la position', 'Position kopieren', 'Copy position'],
  copyLink: ['Link kopiëren', 'Copier le lien', 'Link kopieren', 'Copy link'],
  copied: ['Gekopieerd: {}', 'Copié : {}', 'Kopiert: {}', 'Copied: {}'],

  nearest: ['Adressen in de buurt', 'Adresses les plus proches', 'Nächste Adressen', 'Nearest addresses'],
  around: [
    '{} adressen rond dit adres, noorden boven',
    '{} adresses autour de celle-ci, le nord en haut',
    '{} Adressen um diese herum, Norden oben',
    '{} addresses around this one, north above',
  ],
  within: ['{} adressen binnen {} m', '{} adresses jusqu’à {} m', '{} Adressen bis {} m', '{} addresses within {} m'],
  drawn: [
    'de naaste {} getekend',
    'les {} plus proches dessinées',
    'die nächsten {} gezeichnet',
    'the nearest {} drawn',
  ],
  andMore: [' en nog {}', ' et {} autres', ' und {} weitere', ' and {} more'],
  otherStreets: ['andere straten', 'autres rues', 'andere Straßen', 'other streets'],
  unlocated: [
    'Het register geeft geen positie voor dit adres.',
    'Le registre ne donne pas de position pour cette adresse.',
    'Das Register nennt für diese Adresse keine Position.',
    'The register gives no position for this address.',
  ],
  noNeighbours: [
    'De buren konden niet worden opgevraagd.',
    'Les voisines n’ont pas pu être demandées.',
    'Die Nachbarn konnten nicht abgefragt werden.',
    'The neighbours could not be asked for.',
  ],

  table: ['Een hele tabel', 'Un tableau entier', 'Eine ganze Tabelle', 'A whole table'],
  tableHint: [
    'Sleep een CSV-, Excel-, ODS- of NDJSON-bestand hierheen, tot 8 MB. De rijen komen terug met hun adressen; er wordt niets bewaard.',
    'Déposez ici un fichier CSV, Excel, ODS ou NDJSON de 8 Mo au plus. Ses lignes reviennent avec leurs adresses ; rien n’en est gardé.',
    'Ziehen Sie eine CSV-, Excel-, ODS- oder NDJSON-Datei bis 8 MB hierher. Die Zeilen kommen mit ihren Adressen zurück; nichts davon wird behalten.',
    'Drop a CSV, Excel, ODS or NDJSON file here, up to 8 MB. Its rows come back with their addresses; nothing of it is kept.',
  ],
  chooseFile: ['Bestand kiezen', 'Choisir un fichier', 'Datei wählen', 'Choose a file'],
  tooLarge: [
    'Het bestand is groter dan 8 MB. Gebruik de opdrachtregel, of meer bestanden.',
    'Le fichier dépasse 8 Mo. Utilisez la ligne de commande, ou plusieurs fichiers.',
    'Die Datei ist größer als 8 MB. Verwenden Sie die Befehlszeile oder mehrere Dateien.',
    'The file is larger than 8 MB. Use the command line, or several files.',
  ],
  reading: ['Het bestand wordt gelezen …', 'Lecture du fichier …', 'Die Datei wird gelesen …', 'Reading the file …'],
  columns: ['Wat de kolommen zijn', 'Ce que sont les colonnes', 'Was die Spalten sind', 'What the columns are'],
  wholeAddress: ['Heel adres', 'Adresse entière', 'Ganze Adresse', 'Whole address'],
  notUsed: ['niet gebruikt', 'non utilisée', 'nicht verwendet', 'not used'],
  looksLike: ['deel van het adres?', 'partie de l’adresse ?', 'Teil der Adresse?', 'part of the address?'],
  byContent: [
    'naar de inhoud: in {} van {} rijen hoort het bij het huis',
    'd’après son contenu : dans {} lignes sur {}, elle va avec la maison',
    'nach dem Inhalt: in {} von {} Zeilen gehört es zum Haus',
    'by its content: in {} of {} rows it belongs to the house',
  ],
  countryOfRows: ['Land als er geen staat', 'Pays si absent', 'Land, wo keines steht', 'Country where none is given'],
  start: ['Adressen zoeken', 'Trouver les adresses', 'Adressen suchen', 'Find the addresses'],
  cancel: ['Annuleren', 'Annuler', 'Abbrechen', 'Cancel'],
  rowsOf: ['{} van ongeveer {} rijen', '{} lignes sur {} environ', '{} von etwa {} Zeilen', '{} of about {} rows'],
  rowsDone: ['{} rijen', '{} lignes', '{} Zeilen', '{} rows'],
  stopped: ['Gestopt na {} rijen.', 'Arrêté après {} lignes.', 'Nach {} Zeilen angehalten.', 'Stopped after {} rows.'],
  cutOff: [
    'Het bestand is na rij {} beschadigd, of de verbinding is verbroken.',
    'Le fichier est endommagé après la ligne {}, ou la connexion a été perdue.',
    'Die Datei ist nach Zeile {} beschädigt, oder die Verbindung ging verloren.',
    'The file is damaged after row {}, or the connection was lost.',
  ],
  exactStatus: ['precies', 'exacte', 'genau', 'exact'],
  correctedStatus: ['verbeterd', 'corrigée', 'berichtigt', 'corrected'],
  severalStatus: ['meer mogelijk', 'plusieurs possibles', 'mehrere möglich', 'several possible'],
  streetStatus: ['alleen straat', 'rue seulement', 'nur die Straße', 'street only'],
  placeStatus: ['alleen plaats', 'localité seulement', 'nur der Ort', 'place only'],
  formerStatus: ['bestaat niet meer', 'n’existe plus', 'besteht nicht mehr', 'no longer exists'],
  noneStatus: ['niet gevonden', 'introuvable', 'nicht gefunden', 'not found'],
  onMap: ['{} rijen op de kaart', '{} lignes sur la carte', '{} Zeilen auf der Karte', '{} rows on the map'],
  unplaced: ['{} zonder positie', '{} sans position', '{} ohne Position', '{} without a position'],
  download: ['Downloaden', 'Télécharger', 'Herunterladen', 'Download'],
  first: ['Kijk hier eerst naar', 'À regarder d’abord', 'Diese zuerst ansehen', 'Look at these first'],
  row: ['Rij', 'Ligne', 'Zeile', 'Row'],
  given: ['Zoals gegeven', 'Telle que donnée', 'Wie angegeben', 'As given'],
  status: ['Status', 'Statut', 'Status', 'Status'],
  match: ['Gevonden', 'Trouvée', 'Gefunden', 'Found'],

  embed: ['Dit veld op uw pagina', 'Ce champ sur votre page', 'Dieses Feld auf Ihrer Seite', 'This field on your page'],
  embedHint: [
    'Het adres is dat van deze server. Een sleutel, die de beheerder u geeft, geldt alleen op uw pagina’s en mag door iedereen gelezen worden.',
    'L’adresse est celle de ce serveur. Une clé, que vous donne son exploitant, n’est valable que sur vos pages et peut être lue par tout le monde.',
    'Die Adresse ist die dieses Servers. Ein Schlüssel, den Sie vom Betreiber bekommen, gilt nur auf Ihren Seiten und darf von allen gelesen werden.',
    'The address is that of this server. A key, which its operator gives you, is valid on your pages alone and may be read by everybody.',
  ],
  requests: ['Aanvragen van deze pagina', 'Requêtes de cette page', 'Anfragen dieser Seite', 'Requests of this page'],
  addresses: ['{}: {} adressen', '{} : {} adresses', '{}: {} Adressen', '{}: {} addresses'],
} as const;

/** By language. */
export const PAGE_TEXTS: Readonly<Record<FieldLanguage, Readonly<Record<keyof typeof ROWS, string>>>> =
  textsByLanguage(ROWS);

/** The language of the page, by the languages that the browser asks for. */
export const language: FieldLanguage = fieldLanguageOf(globalThis.navigator?.languages ?? ['en']);

/** What the page and its field say. */
export const texts: Readonly<Record<TextName, string>> = { ...TEXTS[language], ...PAGE_TEXTS[language] };

export type TextName = keyof typeof ROWS | keyof (typeof TEXTS)['en'];

/** A sentence with its figures and names in it. */
export function say(name: TextName, ...values: readonly (string | number)[]): string {
  const written = values.map((each) => (typeof each === 'number' ? each.toLocaleString(language) : each));
  return written.reduce(withValue, texts[name]);
}

/** Translates the document, which is in English. */
export function translate(root: Document): void {
  root.documentElement.lang = language;
  for (const each of root.querySelectorAll<HTMLElement>('[data-text]'))
    each.textContent = texts[each.dataset['text'] as TextName];
  for (const each of root.querySelectorAll<HTMLElement>('[data-label]'))
    each.ariaLabel = texts[each.dataset['label'] as TextName];
}
