import type { Alias } from '../../src/model/country.ts';

/**
 * Other names of Dutch places and municipalities, which the register does not have. The project's own table, from public
 * knowledge, as of 2026: everyday names (Kadaster, BAG-API issue 91), English ones in use, and Frisian and Dutch names of the
 * same place. Which of a pair is official differs between municipalities and changes; whichever the register has, the others find it.
 */
const SAME_PLACES = `\
's-Gravenhage,Den Haag,The Hague
's-Hertogenbosch,Den Bosch
Vlissingen,Flushing
Hoek van Holland,Hook of Holland
Leeuwarden,Ljouwert
Sneek,Snits
Bolsward,Boalsert
Harlingen,Harns
Franeker,Frjentsjer
Workum,Warkum
Hindeloopen,Hylpen
Stavoren,Starum
IJlst,Drylts
Sloten,Sleat
Heerenveen,It Hearrenfean
Joure,De Jouwer
Lemmer,De Lemmer
Sint Nicolaasga,Sint Nyk
Gorredijk,De Gordyk
Beetsterzwaag,Beetstersweach
Surhuisterveen,Surhústerfean
Buitenpost,Bûtenpost
Grou,Grouw
Wergea,Warga
Warten,Wartena
Wytgaard,Wijtgaard
Jirnsum,Irnsum
Reduzum,Roordahuizum
Idaerd,Idaard
Eagum,Aegum
Burgum,Bergum
Hurdegaryp,Hardegarijp
Gytsjerk,Giekerk
Eastermar,Oostermeer
Earnewâld,Eernewoude
Jistrum,Eestrum
Garyp,Garijp
Noardburgum,Noordbergum
Oentsjerk,Oenkerk
Aldtsjerk,Oudkerk
Ryptsjerk,Rijperkerk
Sumar,Suameer
Suwâld,Suawoude
Tytsjerk,Tietjerk
Wyns,Wijns
Mûnein,Molenend
Readtsjerk,Roodkerk
De Westereen,Zwaagwesteinde
Damwâld,Damwoude
Feanwâlden,Veenwouden
Feanwâldsterwâl,Veenwoudsterwal
Broeksterwâld,Broeksterwoude
De Falom,De Valom
Driezum,Driesum
Rinsumageast,Rinsumageest
Sibrandahûs,Sijbrandahuis
Wâlterswâld,Wouterswoude
Easterlittens,Oosterlittens
Easterein,Oosterend
Easterwierrum,Oosterwierum
Bears,Beers
Boazum,Bozum
Britswert,Britswerd
Hilaard,Hijlaard
Hinnaard,Hennaard
Húns,Huins
Iens,Edens
Jorwert,Jorwerd
Kûbaard,Kubaard
Leons,Lions
Lytsewierrum,Lutkewierum
Reahûs,Roodhuis
Waaksens,Waaxens
Wiuwert,Wieuwerd
Wjelsryp,Welsrijp
Witmarsum,Wytmarsum
Sexbierum,Seisbierrum
Minnertsga,Minnertsgea
Dronryp,Dronrijp
Marsum,Marssum
Menaam,Menaldum
Berltsum,Berlikum
Bitgum,Beetgum
Bitgummole,Beetgumermolen
Ingelum,Engelum
Boksum,Boxum
Skingen,Schingen
Ferwert,Ferwerd
Burdaard,Birdaard
Blije,Blija
Holwerd,Holwert
Metslawier,Mitselwier
Anjum,Eanjum
Oosternijkerk,Easternijtsjerk
Twijzelerheide,Twizelerheide
Twijzel,Twizel
Harkema,Harkema-Opeinde
Kootstertille,Koatstertille
Drogeham,Droegeham
Augustinusga,Stynsgea
Rottevalle,De Rottefalle
Opeinde,De Pein
Nijega,Nyegea
Oudega,Aldegea
Oranjewoud,Oranjewâld
Nieuwehorne,Nijhoarne
Oudehorne,Aldhoarne
Jubbega,Jobbegea
Oudeschoot,Aldskoat
Nieuweschoot,Nijskoat
Langweer,Langwar
Scharsterbrug,Skarsterbrêge
Terherne,Terhorne
Echtenerbrug,Ychtenbrêge
Oosterwolde,Easterwâlde
Appelscha,Appelskea
Wolvega,Wolvegea
Noordwolde,Noardwâlde
Súdwest-Fryslân,Zuidwest-Friesland
De Fryske Marren,De Friese Meren
Noardeast-Fryslân,Noordoost-Friesland
Tytsjerksteradiel,Tietjerksteradeel
Dantumadiel,Dantumadeel
Smallingerland,Smellingerlân
Weststellingwerf,Weststellingwarf
Ooststellingwerf,Eaststellingwerf
Opsterland,Opsterlân
Schiermonnikoog,Skiermûntseach
Vlieland,Flylân
Terschelling,Skylge`;

let aliasesByName: ReadonlyMap<string, readonly Alias[]> | undefined;

/**
 * The other names of places and municipalities of this name, none for nearly all.
 *
 * @example otherNames('Grou')    // [{ name: 'Grouw', language: 'nl' }]
 */
export function otherNames(name: string): readonly Alias[] {
  aliasesByName ??= readTable();
  return aliasesByName.get(name) ?? [];
}

function readTable(): ReadonlyMap<string, readonly Alias[]> {
  const aliases = new Map<string, readonly Alias[]>();
  for (const line of SAME_PLACES.split('\n')) {
    const names = line.split(',');
    for (const name of names) {
      aliases.set(
        name,
        names.filter((other) => other !== name).map((other) => ({ name: other, language: 'nl' })),
      );
    }
  }
  return aliases;
}
