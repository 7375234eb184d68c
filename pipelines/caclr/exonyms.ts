import type { Alias } from '../../src/model/country.ts';

/** What a place is called in the country's other languages, and abroad. */
export interface Exonyms {
  readonly lb?: readonly string[];
  readonly de?: readonly string[];
  /** English, and French in another form: no language of the register. */
  readonly other?: readonly string[];
}

/**
 * Names that CACLR does not have: of its 564 localities some 75 have a Luxembourgish alias, and the biggest towns none.
 * The project's own table: the official Luxembourgish names of the communes where they differ from the French ones, and
 * the German names in use, as of 2025. By the name of the commune in CACLR; a locality named as its commune shares them.
 */
export const COMMUNE_EXONYMS: Readonly<Record<string, Exonyms>> = {
  Luxembourg: {
    lb: ['Lëtzebuerg', 'Stad Lëtzebuerg', 'Lëtzebuerg-Stad'],
    de: ['Luxemburg', 'Luxemburg-Stadt', 'Stadt Luxemburg'],
    other: ['Luxembourg-Ville', 'Ville de Luxembourg', 'Luxembourg City'],
  },
  'Esch-sur-Alzette': { lb: ['Esch-Uelzecht'], de: ['Esch an der Alzette'] },
  Differdange: { lb: ['Déifferdeng'], de: ['Differdingen'] },
  Dudelange: { lb: ['Diddeleng'], de: ['Düdelingen'] },
  Pétange: { lb: ['Péiteng'], de: ['Petingen'] },
  Sanem: { lb: ['Suessem'], de: ['Sassenheim'] },
  Hesperange: { lb: ['Hesper'], de: ['Hesperingen'] },
  Bettembourg: { lb: ['Beetebuerg'], de: ['Bettemburg'] },
  Schifflange: { lb: ['Schëffleng'], de: ['Schifflingen'] },
  Ettelbruck: { lb: ['Ettelbréck'], de: ['Ettelbrück'] },
  Diekirch: { lb: ['Dikrech'] },
  Strassen: { lb: ['Stroossen'] },
  Bertrange: { lb: ['Bartreng'], de: ['Bartringen'] },
  Mersch: { lb: ['Miersch'] },
  Wiltz: { lb: ['Wolz', 'Wooltz'] },
  Echternach: { lb: ['Iechternach'] },
  Grevenmacher: { lb: ['Gréiwemaacher'] },
  Remich: { lb: ['Réimech'] },
  Vianden: { lb: ['Veianen'] },
  Clervaux: { lb: ['Klierf'], de: ['Clerf'] },
  'Redange/Attert': { lb: ['Réiden', 'Réiden op der Atert'], de: ['Redingen', 'Redingen an der Attert'] },
  Rumelange: { lb: ['Rëmeleng'], de: ['Rümelingen'] },
  Kayl: { lb: ['Keel'] },
  Mondercange: { lb: ['Monnerech'], de: ['Monnerich'] },
  Leudelange: { lb: ['Leideleng'], de: ['Leudelingen'] },
  Frisange: { lb: ['Fréiseng'], de: ['Frisingen'] },
  Roeser: { lb: ['Réiser'] },
  'Reckange-sur-Mess': { lb: ['Reckeng op der Mess'], de: ['Reckingen an der Mess'] },
  Walferdange: { lb: ['Walfer'], de: ['Walferdingen'] },
  Steinsel: { lb: ['Steesel'] },
  Niederanven: { lb: ['Nidderaanwen'] },
  Schuttrange: { lb: ['Schëtter'], de: ['Schüttringen'] },
  Contern: { lb: ['Konter'] },
  'Weiler-la-Tour': { lb: ['Weiler zum Tuer'], de: ['Weiler zum Turm'] },
  Dippach: { lb: ['Dippech'] },
  Garnich: { lb: ['Garnech'] },
  Kehlen: { lb: ['Kielen'] },
  Koerich: { lb: ['Käerch'] },
  Kopstal: { lb: ['Koplescht'] },
  Steinfort: { lb: ['Stengefort'] },
  Bissen: { lb: ['Biissen'] },
  'Colmar-Berg': { lb: ['Colmer-Bierg'] },
  Fischbach: { lb: ['Fëschbech'] },
  Heffingen: { lb: ['Hiefenech'] },
  Larochette: { lb: ['Fiels'], de: ['Fels'] },
  Lintgen: { lb: ['Lëntgen'] },
  Lorentzweiler: { lb: ['Luerenzweiler'] },
  Nommern: { lb: ['Noumer'] },
  'Parc Hosingen': { lb: ['Parc Housen'] },
  Troisvierges: { lb: ['Ëlwen'], de: ['Ulflingen'] },
  Weiswampach: { lb: ['Wäiswampech'] },
  Wincrange: { lb: ['Wëntger'], de: ['Wintger'] },
  Bettendorf: { lb: ['Bettenduerf'] },
  Bourscheid: { lb: ['Buerschent'] },
  'Erpeldange-sur-Sûre': { lb: ['Ierpeldeng op der Sauer'], de: ['Erpeldingen an der Sauer'] },
  Feulen: { lb: ['Feelen'] },
  Mertzig: { lb: ['Mäerzeg'] },
  Reisdorf: { lb: ['Reisduerf'] },
  "Vallée de l'Ernz": { lb: ['Ärenzdall'], de: ['Ernztal'] },
  Beckerich: { lb: ['Biekerech'] },
  Rambrouch: { lb: ['Rammerech'] },
  Saeul: { lb: ['Sëll'] },
  Useldange: { lb: ['Useldeng'], de: ['Useldingen'] },
  Vichten: { lb: ['Viichten'] },
  Boulaide: { lb: ['Bauschelt'], de: ['Bauschleiden'] },
  'Esch-sur-Sûre': { lb: ['Esch-Sauer'], de: ['Esch an der Sauer'] },
  Goesdorf: { lb: ['Géisdref'] },
  'Lac de la Haute-Sûre': { lb: ['Stauséigemeng'], de: ['Stauseegemeinde'] },
  Winseler: { lb: ['Wanseler'] },
  Putscheid: { lb: ['Pëtscheed'], de: ['Pütscheid'] },
  Beaufort: { lb: ['Beefort'], de: ['Befort'] },
  Berdorf: { lb: ['Bäerdref'] },
  Consdorf: { lb: ['Konsdref'] },
  'Rosport-Mompach': { lb: ['Rouspert-Mompech'] },
  Waldbillig: { lb: ['Waldbëlleg'] },
  Betzdorf: { lb: ['Betzder'] },
  Flaxweiler: { lb: ['Fluessweiler'] },
  Junglinster: { lb: ['Jonglënster'] },
  Mertert: { lb: ['Mäertert'] },
  Wormeldange: { lb: ['Wuermeldeng'], de: ['Wormeldingen'] },
  'Bous-Waldbredimus': { lb: ['Bous-Waldbriedemes'] },
  Dalheim: { lb: ['Duelem'] },
  Lenningen: { lb: ['Lenneng'] },
  'Mondorf-les-Bains': { lb: ['Munneref'], de: ['Bad Mondorf'] },
  Stadtbredimus: { lb: ['Stadbriedemes'] },
};

/** Big localities that are not named as their commune; each name is borne by one locality. */
export const LOCALITE_EXONYMS: Readonly<Record<string, Exonyms>> = {
  Belvaux: { lb: ['Bieles'], de: ['Beles'] },
  Soleuvre: { lb: ['Zolwer'], de: ['Zolver'] },
  Niederkorn: { lb: ['Nidderkuer'] },
  Oberkorn: { lb: ['Uewerkuer'] },
  Bascharage: { lb: ['Nidderkäerjeng', 'Käerjeng'], de: ['Niederkerschen'] },
  Hautcharage: { lb: ['Uewerkäerjeng'], de: ['Oberkerschen'] },
  Howald: { lb: ['Houwald'] },
  Tétange: { lb: ['Téiteng'], de: ['Tetingen'] },
  Bereldange: { lb: ['Bäreldeng'], de: ['Bereldingen'] },
  Helmsange: { lb: ['Helsem'] },
  Wasserbillig: { lb: ['Waasserbëlleg'] },
  Lamadelaine: { lb: ['Rolleng'] },
};

/** The exonyms as aliases of the gazetteer. */
export function exonymAliases({ lb = [], de = [], other = [] }: Exonyms = {}): Alias[] {
  return [
    ...lb.map((name): Alias => ({ name, language: 'lb' })),
    ...de.map((name): Alias => ({ name, language: 'de' })),
    ...other.map((name): Alias => ({ name })),
  ];
}
