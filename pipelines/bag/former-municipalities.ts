/**
 * Municipalities that are no more, by the code of the municipality that they have become part of; of one that was renamed,
 * its former names. People go on naming them for decades.
 *
 * Source: Statistics Netherlands (CBS), municipalities and their changes, and Landelijke tabel 33 of the Rijksdienst voor
 * Identiteitsgegevens; since 1970, state of 2026-05-13. Where a municipality was divided, it is given to the successor that
 * took most of it.
 */
const FORMER_MUNICIPALITIES = `\
0014|Haren,Ten Boer
0080|Boarnsterhim,Leeuwarderadeel
0109|Dalen,Oosterhesselen,Sleen,Zweeloo
0114|Schoonebeek
0119|Nijeveen
0148|Nieuwleusen
0150|Bathmen,Diepenveen
0160|Avereest,Gramsbergen
0166|IJsselmuiden
0177|Heino
0197|Dinxperlo
0214|Lienden,Maurik
0222|Wehl
0262|Gorssel
0263|Ammerzoden,Hedel,Heerewaarden,Rossum
0267|Hoevelaken
0297|Brakel,Kerkwijk
0299|Angerlo,Rijnwaarden
0301|Warnsveld
0310|Maartensdijk
0344|Vleuten De Meern
0352|Cothen,Langbroek
0361|Graft-De Rijp,Schermer
0363|Weesp
0373|Egmond,Schoorl
0377|Bennebroek
0383|Akersloot,Limmen
0385|Zeevang
0394|Haarlemmerliede en Spaarnwoude
0415|Ilpendam
0420|Andijk,Noorder-Koggenland,Wervershoof,Wognum
0439|Beemster
0441|Harenkarspel,Zijpe
0484|Benthuizen,Boskoop,Hazerswoude,Kouderkerk a/d Rijn,Rijneveld,Rijnwoude
0498|Venhuizen
0537|Rijnsburg,Valkenburg
0569|Liemeer,Nieuwveen,Ter Aar,Zevenhoven
0575|Noordwijkerhout
0599|Rozenburg
0632|Harmelen
0642|Heerjansdam
0677|Hontenisse
0687|Arnemuiden
0715|Axel,Sas van Gent
0716|Sint Philipsland
0717|Domburg,Mariekerke,Valkenisse,Westkapelle
0736|Abcoude
0748|Halsteren
0757|Liempde
0758|Nieuw-Ginneken,Prinsenbeek,Teteringen
0766|'s-Gravenmoer
0770| Wintelre en Knegse,Vessem
0779|Raamsdonk
0796|Geffen,Maasdonk,Nuland,Rosmalen
0797|Drunen,Vlijmen
0798|Diessen
0823|Middelbeers
0824|Esch,Haaren,Helvoirt,Moergestel
0828|Berghem,Lith,Megen c.a.,Ravenstein
0845|Berlicum,Den Dungen
0851|Dinteloord en Prinsenland,Nieuw-Vossemeer
0852|Broek in Waterland,Katwoude,Marken,Monnickendam
0855|Berkel-Enschot,Udenhout
0867|Sprang-Capelle,Waspik
0873|Huijbergen,Ossendrecht,Putte
0879|Rijsbergen
0880|Jisp,Wijdewormer,Wormer
0957|Herten,Swalmen
0983|Arcen en Velden,Belfeld,Tegelen
0984|Meerlo-Wanssum
0988|Stramproy
1507|Broekhuizen,Grubbenvorst,Horst,Sevenum
1509|Gendringen,Wisch
1525|Sassenheim,Voorhout,Warmond
1581|Amerongen,Doorn,Driebergen-Rijsenburg,Leersum,Maarn
1586|Groenlo,Lichtenvoorde
1598|Obdam,Wester-Koggenland
1621|Bergschenhoek,Berkel en Rodenrijs,Bleiswijk
1640|Baexem,Grathem,Haelen,Heythuysen,Horn,Hunsel,Neer,Roggel,Roggel en Neer
1641|Beegden,Heel,Heel en Panheel,Linne,Maasbracht,Oh‚ en Laak,Stevensweert,Thorn,Wessem
1652|Bakel en Milheeze,Gemert
1655|Hoeven,Oud en Nieuw Gastel,Oudenbosch
1658|Heeze,Leende
1659|Aarle-Rixtel,Beek en Donk,Lieshout
1667|Hooge en Lage Mierde,Reusel
1669|Ambt Montfort,Melick en Herkenbosch,Montfort,Posterholt,Sint Odilienberg,Vlodrop
1674|Roosendaal en Nispen,Wouw
1676|Brouwershaven,Bruinisse,Duiveland,Middenschouwen,Westerschouwen,Zierikzee
1680|Anloo,Gasselte,Gieten,Rolde
1681|Borger,Odoorn
1690|De Wijk,Ruinen,Ruinerwold,Zuidwolde
1695|Kortgene,Wissenkerke
1696|'s-Graveland,Loosdrecht,Nederhorst den Berg
1699|Norg,Peize,Roden
1700|Den Ham,Vriezenveen
1701|Diever,Dwingeloo,Havelte,Vledder
1705|Bemmel,Gendt,Huissen
1706|Budel,Maarheeze
1708|Brederwiede,IJsselham,Steenwijk
1709|Fijnaart en Heijningen,Klundert,Standdaarbuiten,Willemstad,Zevenbergen
1711|Echt,Susteren
1714|Aardenburg,Oostburg,Sluis-Aardenburg
1719|Hooge en Lage Zwaluwe,Made,Made en Drimmelen,Terheijden
1721|Heesch,Heeswijk-Dinther,Nistelrode
1723|Alphen en Riel,Chaam
1724|Bergeyk,Luyksgestel,Riethoven,Westerhoven
1728|Bladel en Netersel,Casteren
1729|Gulpen,Wittem
1730|Eelde,Vries,Zuidlaren
1731|Beilen,Middenveld,Smilde,Westerbork
1734|Elst,Heteren,Valburg
1735|Ambt Delden,Diepenheim,Goor,Markelo,Stad Delden
1740|Dodewaard,Echteld,Kesteren
1742|Holten,Rijssen
1771|Geldrop,Mierlo
1773|Olst,Wijhe
1774|Denekamp,Ootmarsum,Weerselo
1783|'s-Gravenzande,De Lier,Monster,Naaldwijk,Wateringen
1842|Maasland,Schipluiden
1859|Borculo,Eibergen,Neede,Ruurlo
1876|Hengelo,Hummelo en Keppel,Steenderen,Vorden,Zelhem
1883|Born,Geleen,Sittard
1884|Alkemade,Jacobswoude,Leimuiden,Rijnsaterwoude,Woubrugge
1891|Dantumadeel
1892|Moerhuizen,Moerkapelle,Moordrecht,Nieuwerkerk aan den IJssel,Zevenhuizen,Zevenhuizen-Moerkapelle
1894|Helden,Kessel,Maasbree,Meijel
1895|Beerta,Reiderland,Scheemda,Winschoten
1896|Genemuiden,Hasselt,Zwartsluis
1900|Bolsward,Littenseradiel,Nijefurd,Sneek,Wymbritseradiel,Wûnseradiel
1901|Bodegraven,Reeuwijk
1903|Eijsden,Margraten
1904|Breukelen,Loenen,Maarssen
1911|Anna Paulowna,Niedorp,Wieringen,Wieringermeer
1916|Leidschendam,Voorburg
1924|Dirksland,Goedereede,Middelharnis,Oostflakkee
1926|Nootdorp,Pijnacker
1930|Bernisse,Spijkenisse
1931|Bergambacht,Nederlek,Ouderkerk,Schoonhoven,Vlist
1940|De Friese Meren,Gaasterlân-Sleat,Lemsterland,Skasterlân
1942|Bussum,Muiden,Naarden
1945|Groesbeek,Millingen aan de Rijn,Ubbergen
1948|Erp,Schijndel,Sint-Oedenrode,Veghel
1949|Franekeradeel,Menaldumadeel,Menameradiel,het Bildt
1950|Bellingwedde,Vlagtwedde
1952|Hoogezand-Sappemeer,Menterwolde,Oosterbroek,Slochteren
1954|Nuth,Onderbanken,Schinnen
1955|Bergh,Didam
1959|Aalburg,Dussen,Werkendam,Woudrichem
1960|Geldermalsen,Lingewaal,Neerijnen
1961|Leerdam,Vianen,Zederik
1963|'s-Gravendeel,Binnenmaas,Cromstrijen,Korendijk,Oud-Beijerland,Strijen
1966|Bedum,De Marne,Eemsmond,Hefshuizen,Ulrum,Winsum
1969|Grootegast,Leek,Marum,Zuidhorn
1970|Dongeradeel,Ferwerderadeel,Ferwerderadiel,Kollumerland en Nieuwkruisland
1978|Giessenlanden,Graafstroom,Liesveld,Molenwaard,Nieuw-Lekkerland
1979|Appingedam,Delfzijl,Loppersum
1980|Heerhugowaard,Langedijk
1982|Beers,Boxmeer,Cuijk,Cuijk c.a.,Grave,Haps,Mill en Sint Hubert,Oeffelt,Oploo c.a.,Sint Anthonis,St. Anthonis,Vierlingsbeek,Wanroij
1991|Landerd,Schaijk,Uden,Zeeland
1992|Brielle,Hellevoetsluis,Westvoorne`;

let formerNames: ReadonlyMap<number, readonly string[]> | undefined;

/** The names of the former municipalities that are now part of the one with this code. */
export function formerMunicipalities(code: number): readonly string[] {
  formerNames ??= new Map(
    FORMER_MUNICIPALITIES.split('\n').map((line) => {
      const [present, names] = line.split('|') as [string, string];
      return [Number(present), names.split(',')];
    }),
  );
  return formerNames.get(code) ?? [];
}
