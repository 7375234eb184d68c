/**
 * The Dutch municipalities since 1970, with the provinces they lay in; the BAG has neither names. Names are as people
 * write them: where Statistics Netherlands adds a mark ("Bergen (NH.)"), it is left out.
 *
 * Source: Statistics Netherlands (CBS), municipalities by year, OData table 86247NED of 2026 for today's 342; for the
 * earlier ones the table of municipalities of the Rijksdienst voor Identiteitsgegevens (Landelijke tabel 33). State of
 * 2026-05-13; there has been no change since 2023-01-01.
 *
 * One line each: code | name | province | first day | first day no more. An empty first day is one before 1990, an empty
 * last one is today's municipality. A change of name or province is a line of its own.
 */
export const MUNICIPALITY_TABLE: string = `\
0003|Appingedam|20||2021-01-01
0005|Bedum|20||2019-01-01
0006|Beerta|20||1992-01-01
0007|Bellingwedde|20||2018-01-01
0009|Ten Boer|20||2019-01-01
0010|Delfzijl|20||2021-01-01
0014|Groningen|20||
0015|Grootegast|20||2019-01-01
0017|Haren|20||2019-01-01
0018|Hoogezand-Sappemeer|20||2018-01-01
0019|Hefshuizen|20||1992-01-01
0022|Leek|20||2019-01-01
0024|Loppersum|20||2021-01-01
0025|Marum|20||2019-01-01
0033|Oosterbroek|20||1992-01-01
0034|Almere|24||
0037|Stadskanaal|20||
0039|Scheemda|20||2010-01-01
0040|Slochteren|20||2018-01-01
0045|Ulrum|20||1992-01-01
0047|Veendam|20||
0048|Vlagtwedde|20||2018-01-01
0050|Zeewolde|24||
0051|Skasterlân|21||2014-01-01
0052|Winschoten|20||2010-01-01
0053|Winsum|20||2019-01-01
0055|Boarnsterhim|21||2014-01-01
0056|Zuidhorn|20||2019-01-01
0058|Dongeradeel|21||2019-01-01
0059|Achtkarspelen|21||
0060|Ameland|21||
0063|het Bildt|21||2018-01-01
0064|Bolsward|21||2011-01-01
0065|Dantumadeel|21||2009-01-01
0068|Ferwerderadeel|21||1999-01-01
0070|Franekeradeel|21||2018-01-01
0072|Harlingen|21||
0074|Heerenveen|21||
0079|Kollumerland en Nieuwkruisland|21||2019-01-01
0080|Leeuwarden|21||
0081|Leeuwarderadeel|21||2018-01-01
0082|Lemsterland|21||2014-01-01
0083|Menaldumadeel|21||2011-01-01
0085|Ooststellingwerf|21||
0086|Opsterland|21||
0088|Schiermonnikoog|21||
0090|Smallingerland|21||
0091|Sneek|21||2011-01-01
0093|Terschelling|21||
0096|Vlieland|21||
0098|Weststellingwerf|21||
0104|Nijefurd|21||2011-01-01
0105|Anloo|22||1998-01-01
0106|Assen|22||
0107|Beilen|22||1998-01-01
0108|Borger|22||1998-01-01
0109|Coevorden|22||
0110|Dalen|22||1998-01-01
0111|Diever|22||1998-01-01
0112|Dwingeloo|22||1998-01-01
0113|Eelde|22||1998-01-01
0114|Emmen|22||
0115|Gasselte|22||1998-01-01
0116|Gieten|22||1998-01-01
0117|Havelte|22||1998-01-01
0118|Hoogeveen|22||
0119|Meppel|22||
0120|Norg|22||1998-01-01
0121|Nijeveen|22||1998-01-01
0122|Odoorn|22||1998-01-01
0123|Oosterhesselen|22||1998-01-01
0124|Peize|22||1998-01-01
0125|Roden|22||1998-01-01
0126|Rolde|22||1998-01-01
0127|Ruinen|22||1998-01-01
0128|Ruinerwold|22||1998-01-01
0129|Schoonebeek|22||1998-01-01
0130|Sleen|22||1998-01-01
0131|Smilde|22||1998-01-01
0132|Vledder|22||1998-01-01
0133|Vries|22||1998-01-01
0134|Westerbork|22||1998-01-01
0135|De Wijk|22||1998-01-01
0136|Zuidlaren|22||2000-01-01
0137|Zuidwolde|22||1998-01-01
0138|Zweeloo|22||1998-01-01
0140|Littenseradiel|21||2018-01-01
0141|Almelo|23||
0142|Ambt Delden|23||2001-01-01
0143|Avereest|23||2001-01-01
0144|Bathmen|23||2005-01-01
0147|Borne|23||
0148|Dalfsen|23||
0149|Denekamp|23||2003-01-01
0150|Deventer|23||
0151|Diepenheim|23||2001-01-01
0152|Diepenveen|23||1999-01-01
0153|Enschede|23||
0154|Genemuiden|23||2001-01-01
0156|Goor|23||2001-01-01
0157|Gramsbergen|23||2001-01-01
0158|Haaksbergen|23||
0159|Den Ham|23||2001-01-01
0160|Hardenberg|23||
0161|Hasselt|23||2001-01-01
0162|Heino|23||2001-01-01
0163|Hellendoorn|23||
0164|Hengelo|23||
0165|Holten|23||2001-01-01
0166|Kampen|23||
0168|Losser|23||
0169|Markelo|23||2001-01-01
0170|Nieuwleusen|23||2001-01-01
0171|Noordoostpolder|24||
0173|Oldenzaal|23||
0174|Olst|23||2003-01-01
0175|Ommen|23||
0176|Ootmarsum|23||2001-01-01
0177|Raalte|23||
0178|Rijssen|23||2004-01-01
0179|Stad Delden|23||2001-01-01
0180|Staphorst|23||
0181|Steenwijk|23||2003-01-01
0183|Tubbergen|23||
0184|Urk|24||
0186|Vriezenveen|23||2003-01-01
0188|Weerselo|23||2001-01-01
0189|Wierden|23||
0190|Wijhe|23||2001-01-01
0191|IJsselmuiden|23||2001-01-01
0192|Zwartsluis|23||2001-01-01
0193|Zwolle|23||
0194|Brederwiede|23||2001-01-01
0195|IJsselham|23||2001-01-01
0196|Rijnwaarden|25||2018-01-01
0197|Aalten|25||
0198|Ammerzoden|25||1999-01-01
0199|Angerlo|25||2005-01-01
0200|Apeldoorn|25||
0202|Arnhem|25||
0203|Barneveld|25||
0206|Bemmel|25||2003-01-01
0207|Bergh|25||2005-01-01
0209|Beuningen|25||
0211|Borculo|25||2005-01-01
0212|Brakel|25||1999-01-01
0213|Brummen|25||
0214|Buren|25||
0216|Culemborg|25||
0218|Didam|25||2005-01-01
0219|Dinxperlo|25||2005-01-01
0220|Dodewaard|25||2002-01-01
0221|Doesburg|25||
0222|Doetinchem|25||
0225|Druten|25||
0226|Duiven|25||
0227|Echteld|25||2002-01-01
0228|Ede|25||
0229|Eibergen|25||2005-01-01
0230|Elburg|25||
0231|Elst|25||2001-01-01
0232|Epe|25||
0233|Ermelo|25||
0236|Geldermalsen|25||2019-01-01
0237|Gendringen|25||2005-01-01
0238|Gendt|25||2001-01-01
0239|Gorssel|25||2005-01-01
0240|Groenlo|25||2007-01-01
0241|Groesbeek|25||2016-01-01
0243|Harderwijk|25||
0244|Hattem|25||
0245|Hedel|25||1999-01-01
0246|Heerde|25||
0247|Heerewaarden|25||1999-01-01
0248|Hengelo|25||2005-01-01
0251|Heteren|25||2001-01-01
0252|Heumen|25||
0253|Hoevelaken|25||2000-01-01
0255|Huissen|25||2001-01-01
0256|Hummelo en Keppel|25||2005-01-01
0257|Kerkwijk|25||1999-01-01
0258|Kesteren|25||2004-01-01
0260|Lichtenvoorde|25||2005-01-01
0261|Lienden|25||1999-01-01
0262|Lochem|25||
0263|Maasdriel|25||
0264|Maurik|25||1999-01-01
0265|Millingen aan de Rijn|25||2015-01-01
0266|Neede|25||2005-01-01
0267|Nijkerk|25||
0268|Nijmegen|25||
0269|Oldebroek|25||
0273|Putten|25||
0274|Renkum|25||
0275|Rheden|25||
0276|Rossum|25||1999-01-01
0277|Rozendaal|25||
0278|Ruurlo|25||2005-01-01
0279|Scherpenzeel|25||
0280|Steenderen|25||2005-01-01
0281|Tiel|25||
0282|Ubbergen|25||2015-01-01
0283|Valburg|25||2001-01-01
0285|Voorst|25||
0286|Vorden|25||2005-01-01
0289|Wageningen|25||
0291|Warnsveld|25||2005-01-01
0292|Wehl|25||2005-01-01
0293|Westervoort|25||
0294|Winterswijk|25||
0295|Wisch|25||2005-01-01
0296|Wijchen|25||
0297|Zaltbommel|25||
0298|Zelhem|25||2005-01-01
0299|Zevenaar|25||
0301|Zutphen|25||
0302|Nunspeet|25||
0303|Dronten|24||
0304|Neerijnen|25||2019-01-01
0305|Abcoude|26||2011-01-01
0306|Amerongen|26||2006-01-01
0307|Amersfoort|26||
0308|Baarn|26||
0310|De Bilt|26||
0311|Breukelen|26||2011-01-01
0312|Bunnik|26||
0313|Bunschoten|26||
0314|Cothen|26||1996-01-01
0315|Doorn|26||2006-01-01
0316|Driebergen-Rijsenburg|26||2006-01-01
0317|Eemnes|26||
0318|Harmelen|26||2001-01-01
0321|Houten|26||
0325|Langbroek|26||1996-01-01
0326|Leersum|26||2006-01-01
0327|Leusden|26||
0329|Loenen|26||2011-01-01
0330|Loosdrecht|26||2002-01-01
0331|Lopik|26||
0332|Maarn|26||2006-01-01
0333|Maarssen|26||2011-01-01
0334|Maartensdijk|26||2001-01-01
0335|Montfoort|26||
0339|Renswoude|26||
0340|Rhenen|26||
0342|Soest|26||
0344|Utrecht|26||
0345|Veenendaal|26||
0347|Vleuten De Meern|26||2001-01-01
0351|Woudenberg|26||
0352|Wijk bij Duurstede|26||
0353|IJsselstein|26||
0355|Zeist|26||
0356|Nieuwegein|26||
0357|Egmond|27||2001-01-01
0358|Aalsmeer|27||
0360|Akersloot|27||2002-01-01
0361|Alkmaar|27||
0362|Amstelveen|27||
0363|Amsterdam|27||
0364|Andijk|27||2011-01-01
0365|Graft-De Rijp|27||2015-01-01
0366|Anna Paulowna|27||2012-01-01
0370|Beemster|27||2022-01-01
0372|Bennebroek|27||2009-01-01
0373|Bergen|27||
0375|Beverwijk|27||
0376|Blaricum|27||
0377|Bloemendaal|27||
0380|Broek in Waterland|27||1991-01-01
0381|Bussum|27||2016-01-01
0383|Castricum|27||
0384|Diemen|27||
0385|Edam-Volendam|27||
0388|Enkhuizen|27||
0390|'s-Graveland|27||2002-01-01
0392|Haarlem|27||
0393|Haarlemmerliede en Spaarnwoude|27||2019-01-01
0394|Haarlemmermeer|27||
0395|Harenkarspel|27||2013-01-01
0396|Heemskerk|27||
0397|Heemstede|27||
0398|Heerhugowaard|27||2022-01-01
0399|Heiloo|27||
0400|Den Helder|27||
0402|Hilversum|27||
0405|Hoorn|27||
0406|Huizen|27||
0407|Ilpendam|27||1991-01-01
0408|Jisp|27||1991-01-01
0409|Katwoude|27||1991-01-01
0412|Niedorp|27||2012-01-01
0415|Landsmeer|27||
0416|Langedijk|27||2022-01-01
0417|Laren|27||
0418|Limmen|27||2002-01-01
0419|Marken|27||1991-01-01
0420|Medemblik|27||
0423|Monnickendam|27||1991-01-01
0424|Muiden|27||2016-01-01
0425|Naarden|27||2016-01-01
0426|Nederhorst den Berg|27||2002-01-01
0429|Obdam|27||2007-01-01
0431|Oostzaan|27||
0432|Opmeer|27||
0437|Ouder-Amstel|27||
0439|Purmerend|27||
0441|Schagen|27||
0444|Schoorl|27||2001-01-01
0448|Texel|27||
0450|Uitgeest|27||
0451|Uithoorn|27||
0453|Velsen|27||
0454|Venhuizen|27||2006-01-01
0457|Weesp|27||2022-03-24
0458|Schermer|27||2015-01-01
0459|Wervershoof|27||2011-01-01
0462|Wieringen|27||2012-01-01
0463|Wieringermeer|27||2012-01-01
0466|Wognum|27||2007-01-01
0467|Wormer|27||1991-01-01
0470|Wijdewormer|27||1991-01-01
0473|Zandvoort|27||
0476|Zijpe|27||2013-01-01
0478|Zeevang|27||2016-01-01
0479|Zaanstad|27||
0480|Ter Aar|28||2007-01-01
0482|Alblasserdam|28||
0483|Alkemade|28||2009-01-01
0484|Alphen aan den Rijn|28||
0489|Barendrecht|28||
0490|Benthuizen|28||1991-01-01
0491|Bergambacht|28||2015-01-01
0492|Bergschenhoek|28||2007-01-01
0493|Berkel en Rodenrijs|28||2007-01-01
0495|Bleiswijk|28||2007-01-01
0497|Bodegraven|28||2011-01-01
0498|Drechterland|27||
0499|Boskoop|28||2014-01-01
0501|Brielle|28||2023-01-01
0502|Capelle aan den IJssel|28||
0503|Delft|28||
0504|Dirksland|28||2013-01-01
0505|Dordrecht|28||
0511|Goedereede|28||2013-01-01
0512|Gorinchem|28||
0513|Gouda|28||
0517|'s-Gravendeel|28||2007-01-01
0518|'s-Gravenhage|28||
0519|'s-Gravenzande|28||2004-01-01
0523|Hardinxveld-Giessendam|28||
0524|Hazerswoude|28||1991-01-01
0526|Heerjansdam|28||2003-01-01
0529|Noorder-Koggenland|27||2007-01-01
0530|Hellevoetsluis|28||2023-01-01
0531|Hendrik-Ido-Ambacht|28||
0532|Stede Broec|27||
0534|Hillegom|28||
0537|Katwijk|28||
0540|Kouderkerk a/d Rijn|28||1991-01-01
0542|Krimpen aan den IJssel|28||
0545|Leerdam|28||2019-01-01
0546|Leiden|28||
0547|Leiderdorp|28||
0548|Leidschendam|28||2002-01-01
0549|Leimuiden|28||1991-01-01
0552|De Lier|28||2004-01-01
0553|Lisse|28||
0555|Maasland|28||2004-01-01
0556|Maassluis|28||
0558|Wester-Koggenland|27||2007-01-01
0559|Middelharnis|28||2013-01-01
0560|Moerkapelle|28||1991-01-01
0562|Monster|28||2004-01-01
0563|Moordrecht|28||2010-01-01
0565|Naaldwijk|28||2004-01-01
0567|Nieuwerkerk aan den IJssel|28||2010-01-01
0568|Bernisse|28||2015-01-01
0569|Nieuwkoop|28||
0571|Nieuw-Lekkerland|28||2013-01-01
0573|Nieuwveen|28||1994-01-01
0575|Noordwijk|28||
0576|Noordwijkerhout|28||2019-01-01
0577|Nootdorp|28||2002-01-01
0579|Oegstgeest|28||
0580|Oostflakkee|28||2013-01-01
0584|Oud-Beijerland|28||2019-01-01
0585|Binnenmaas|28||2019-01-01
0588|Korendijk|28||2019-01-01
0589|Oudewater|26||
0590|Papendrecht|28||
0594|Pijnacker|28||2002-01-01
0595|Reeuwijk|28||2011-01-01
0597|Ridderkerk|28||
0599|Rotterdam|28||
0600|Rozenburg|28||2010-03-18
0601|Rijnsaterwoude|28||1991-01-01
0602|Rijnsburg|28||2006-01-01
0603|Rijswijk|28||
0604|Sassenheim|28||2006-01-01
0606|Schiedam|28||
0607|Schipluiden|28||2004-01-01
0608|Schoonhoven|28||2015-01-01
0610|Sliedrecht|28||
0611|Cromstrijen|28||2019-01-01
0612|Spijkenisse|28||2015-01-01
0613|Albrandswaard|28||
0614|Westvoorne|28||2023-01-01
0617|Strijen|28||2019-01-01
0619|Valkenburg|28||2006-01-01
0620|Vianen|28||2002-01-01
0620|Vianen|26|2002-01-01|2019-01-01
0622|Vlaardingen|28||
0623|Vlist|28||2015-01-01
0624|Voorburg|28||2002-01-01
0625|Voorhout|28||2006-01-01
0626|Voorschoten|28||
0627|Waddinxveen|28||
0628|Warmond|28||2006-01-01
0629|Wassenaar|28||
0630|Wateringen|28||2004-01-01
0632|Woerden|26||
0633|Woubrugge|28||1991-01-01
0635|Zevenhoven|28||1991-01-01
0636|Zevenhuizen|28||1991-01-01
0637|Zoetermeer|28||
0638|Zoeterwoude|28||
0642|Zwijndrecht|28||
0643|Nederlek|28||2015-01-01
0644|Ouderkerk|28||2015-01-01
0645|Jacobswoude|28|1991-01-01|2009-01-01
0646|Rijneveld|28|1991-01-01|1993-01-01
0647|Moerhuizen|28|1991-01-01|1993-01-01
0648|Aardenburg|29||1995-01-01
0649|Arnemuiden|29||1997-01-01
0650|Axel|29||2003-01-01
0653|Gaasterlân-Sleat|21||2014-01-01
0654|Borsele|29||
0656|Brouwershaven|29||1997-01-01
0657|Bruinisse|29||1997-01-01
0660|Domburg|29||1997-01-01
0662|Duiveland|29||1997-01-01
0664|Goes|29||
0668|West Maas en Waal|25||
0675|Hontenisse|29||2003-01-01
0677|Hulst|29||
0678|Kapelle|29||
0682|Kortgene|29||1995-01-01
0683|Wymbritseradiel|21||2011-01-01
0686|Mariekerke|29||1997-01-01
0687|Middelburg|29||
0688|Middenschouwen|29||1997-01-01
0689|Giessenlanden|28||2019-01-01
0692|Oostburg|29||2003-01-01
0693|Graafstroom|28||2013-01-01
0694|Liesveld|28||2013-01-01
0703|Reimerswaal|29||
0704|Sas van Gent|29||2003-01-01
0707|Zederik|28||2019-01-01
0710|Wûnseradiel|21||2011-01-01
0712|Sint Philipsland|29||1995-01-01
0713|Sluis|29||1995-01-01
0715|Terneuzen|29||
0716|Tholen|29||
0717|Veere|29||
0718|Vlissingen|29||
0720|Valkenisse|29||1997-01-01
0725|Westerschouwen|29||1997-01-01
0726|Westkapelle|29||1997-01-01
0727|Wissenkerke|29||1995-01-01
0732|Zierikzee|29||1997-01-01
0733|Lingewaal|25||2019-01-01
0736|De Ronde Venen|26||
0737|Tytsjerksteradiel|21||
0738|Aalburg|30||2019-01-01
0739|Aarle-Rixtel|30||1997-01-01
0741|Alphen en Riel|30||1997-01-01
0743|Asten|30||
0744|Baarle-Nassau|30||
0745|Bakel en Milheeze|30||1997-01-01
0746|Beek en Donk|30||1997-01-01
0747|Beers|30||1994-01-01
0748|Bergen op Zoom|30||
0749|Bergeyk|30||1999-01-01
0750|Berghem|30||1994-01-01
0751|Berkel-Enschot|30||1997-01-01
0752|Berlicum|30||1996-01-01
0753|Best|30||
0754|Bladel en Netersel|30||1997-01-01
0755|Boekel|30||
0756|Boxmeer|30||2022-01-01
0757|Boxtel|30||
0758|Breda|30||
0759|Budel|30||1999-01-01
0760|Chaam|30||1997-01-01
0761|Cuijk c.a.|30||1994-01-01
0762|Deurne|30||
0763|Diessen|30||1997-01-01
0764|Dinteloord en Prinsenland|30||1997-01-01
0765|Pekela|20|1990-01-01|
0766|Dongen|30||
0767|Drunen|30||1997-01-01
0768|Den Dungen|30||1996-01-01
0769|Dussen|30||1997-01-01
0770|Eersel|30||
0772|Eindhoven|30||
0775|Erp|30||1994-01-01
0776|Esch|30||1996-01-01
0777|Etten-Leur|30||
0778|Fijnaart en Heijningen|30||1997-01-01
0779|Geertruidenberg|30||
0780|Geffen|30||1993-01-01
0781|Geldrop|30||2004-01-01
0782|Gemert|30||1997-01-01
0784|Gilze en Rijen|30||
0785|Goirle|30||
0786|Grave|30||2022-01-01
0787|'s-Gravenmoer|30||1997-01-01
0788|Haaren|30||2021-01-01
0789|Halsteren|30||1997-01-01
0790|Haps|30||1994-01-01
0791|Heesch|30||1996-01-01
0792|Heeswijk-Dinther|30||1994-01-01
0793|Heeze|30||1997-01-01
0794|Helmond|30||
0795|Helvoirt|30||1996-01-01
0796|'s-Hertogenbosch|30||
0797|Heusden|30||
0798|Hilvarenbeek|30||
0799|Hoeven|30||1997-01-01
0800|Casteren|30||1997-01-01
0801|Hooge en Lage Mierde|30||1997-01-01
0802|Hooge en Lage Zwaluwe|30||1997-01-01
0803|Huijbergen|30||1997-01-01
0804|Klundert|30||1997-01-01
0805|Leende|30||1997-01-01
0806|Liempde|30||1996-01-01
0807|Lieshout|30||1997-01-01
0808|Lith|30||2011-01-01
0809|Loon op Zand|30||
0810|Luyksgestel|30||1997-01-01
0811|Maarheeze|30||1997-01-01
0812|Made en Drimmelen|30||1997-01-01
0813|Megen c.a.|30||1994-01-01
0814|Mierlo|30||2004-01-01
0815|Mill en Sint Hubert|30||2022-01-01
0816|Moergestel|30||1997-01-01
0817|Nieuw-Ginneken|30||1997-01-01
0818|Nieuw-Vossemeer|30||1997-01-01
0819|Nistelrode|30||1994-01-01
0820|Nuenen, Gerwen en Nederwetten|30||
0821|Nuland|30||1993-01-01
0822|Oeffelt|30||1994-01-01
0823|Oirschot|30||
0824|Oisterwijk|30||
0825|Middelbeers|30||1997-01-01
0826|Oosterhout|30||
0827|Oploo c.a.|30||1994-01-01
0828|Oss|30||
0829|Ossendrecht|30||1997-01-01
0830|Oudenbosch|30||1997-01-01
0831|Oud en Nieuw Gastel|30||1997-01-01
0832|Prinsenbeek|30||1997-01-01
0833|Putte|30||1997-01-01
0834|Raamsdonk|30||1997-01-01
0835|Ravenstein|30||2003-01-01
0836|Reusel|30||1997-01-01
0837|Riethoven|30||1997-01-01
0838|Roosendaal en Nispen|30||1997-01-01
0839|Rosmalen|30||1996-01-01
0840|Rucphen|30||
0841|Rijsbergen|30||1997-01-01
0843|Schaijk|30||1994-01-01
0844|Schijndel|30||2017-01-01
0845|Sint-Michielsgestel|30||
0846|Sint-Oedenrode|30||2017-01-01
0847|Someren|30||
0848|Son en Breugel|30||
0849|Sprang-Capelle|30||1997-01-01
0850|Standdaarbuiten|30||1997-01-01
0851|Steenbergen|30||
0852|Waterland|27|1991-01-01|
0853|Terheijden|30||1997-01-01
0854|Teteringen|30||1997-01-01
0855|Tilburg|30||
0856|Uden|30||2022-01-01
0857|Udenhout|30||1997-01-01
0858|Valkenswaard|30||
0860|Veghel|30||2017-01-01
0861|Veldhoven|30||
0862|Vessem, Wintelre en Knegse|30||1997-01-01
0863|Vierlingsbeek|30||1998-01-01
0864|Vlijmen|30||1997-01-01
0865|Vught|30||
0866|Waalre|30||
0867|Waalwijk|30||
0868|Wanroij|30||1994-01-01
0869|Waspik|30||1997-01-01
0870|Werkendam|30||2019-01-01
0871|Westerhoven|30||1997-01-01
0872|Willemstad|30||1997-01-01
0873|Woensdrecht|30||
0874|Woudrichem|30||2019-01-01
0875|Wouw|30||1997-01-01
0877|Zeeland|30||1994-01-01
0878|Zevenbergen|30||1999-01-01
0879|Zundert|30||
0880|Wormerland|27|1991-01-01|
0881|Onderbanken|31||2019-01-01
0882|Landgraaf|31||
0885|Arcen en Velden|31||2010-01-01
0886|Baexem|31||1991-01-01
0887|Beegden|31||1991-01-01
0888|Beek|31||
0889|Beesel|31||
0890|Belfeld|31||2001-01-01
0893|Bergen|31||
0897|Born|31||2001-01-01
0898|Broekhuizen|31||2001-01-01
0899|Brunssum|31||
0902|Echt|31||2003-01-01
0905|Eijsden|31||2011-01-01
0906|Geleen|31||2001-01-01
0907|Gennep|31||
0909|Grathem|31||1991-01-01
0912|Grubbenvorst|31||2001-01-01
0913|Gulpen|31||1999-01-01
0914|Haelen|31||2007-01-01
0915|Heel en Panheel|31||1991-01-01
0917|Heerlen|31||
0918|Helden|31||2010-01-01
0919|Herten|31||1991-01-01
0920|Heythuysen|31||2007-01-01
0922|Horn|31||1991-01-01
0923|Horst|31||2001-01-01
0925|Hunsel|31||2007-01-01
0928|Kerkrade|31||
0929|Kessel|31||2010-01-01
0932|Linne|31||1991-01-01
0933|Maasbracht|31||2007-01-01
0934|Maasbree|31||2010-01-01
0935|Maastricht|31||
0936|Margraten|31||2011-01-01
0938|Meerssen|31||
0939|Melick en Herkenbosch|31||1993-01-01
0941|Meijel|31||2010-01-01
0943|Montfort|31||1991-01-01
0944|Mook en Middelaar|31||
0946|Nederweert|31||
0947|Neer|31||1991-01-01
0951|Nuth|31||2019-01-01
0953|Oh‚ en Laak|31||1991-01-01
0956|Posterholt|31||1995-01-01
0957|Roermond|31||
0958|Roggel|31||1993-01-01
0962|Schinnen|31||2019-01-01
0964|Sevenum|31||2010-01-01
0965|Simpelveld|31||
0967|Sint Odilienberg|31||1991-01-01
0968|Sittard|31||2001-01-01
0971|Stein|31||
0972|Stevensweert|31||1991-01-01
0973|Stramproy|31||1998-01-01
0974|Susteren|31||2003-01-01
0975|Swalmen|31||2007-01-01
0976|Tegelen|31||2001-01-01
0977|Thorn|31||2007-01-01
0981|Vaals|31||
0983|Venlo|31||
0984|Venray|31||
0985|Vlodrop|31||1991-01-01
0986|Voerendaal|31||
0988|Weert|31||
0989|Wessem|31||1991-01-01
0990|Wittem|31||1999-01-01
0993|Meerlo-Wanssum|31||2010-01-01
0994|Valkenburg aan de Geul|31||
0995|Lelystad|24||
1507|Horst aan de Maas|31|2001-01-01|
1509|Oude IJsselstreek|25|2005-01-01|
1525|Teylingen|28|2006-01-01|
1581|Utrechtse Heuvelrug|26|2006-01-01|
1586|Oost Gelre|25|2007-01-01|
1598|Koggenland|27|2007-01-01|
1621|Lansingerland|28|2007-01-01|
1640|Leudal|31|2007-01-01|
1641|Maasgouw|31|2007-01-01|
1651|Eemsmond|20|1992-01-01|2019-01-01
1652|Gemert-Bakel|30|1997-01-01|
1655|Halderberge|30|1997-01-01|
1658|Heeze-Leende|30|1997-01-01|
1659|Laarbeek|30|1997-01-01|
1661|Reiderland|20|1992-01-01|2010-01-01
1663|De Marne|20|1992-01-01|2019-01-01
1665|Made|30|1997-01-01|1999-01-01
1666|Zevenhuizen-Moerkapelle|28|1993-01-01|2010-01-01
1667|Reusel-De Mierden|30|1997-01-01|
1669|Roerdalen|31|1993-01-01|
1670|Roggel en Neer|31|1993-01-01|2007-01-01
1671|Maasdonk|30|1993-01-01|2015-01-01
1672|Rijnwoude|28|1993-01-01|2014-01-01
1673|Liemeer|28|1994-01-01|2007-01-01
1674|Roosendaal|30|1997-01-01|
1676|Schouwen-Duiveland|29|1997-01-01|
1679|Ambt Montfort|31|1995-01-01|2007-01-01
1680|Aa en Hunze|22|1998-01-01|
1681|Borger-Odoorn|22|1998-01-01|
1684|Cuijk|30|1994-01-01|2022-01-01
1685|Landerd|30|1994-01-01|2022-01-01
1690|De Wolden|22|1998-01-01|
1691|St. Anthonis|30|1994-01-01|1996-01-01
1695|Noord-Beveland|29|1995-01-01|
1696|Wijdemeren|27|2002-01-01|
1697|Middenveld|22|1998-01-01|2000-01-01
1698|Sluis-Aardenburg|29|1995-01-01|2003-01-01
1699|Noordenveld|22|1998-01-01|
1700|Twenterand|23|2003-01-01|
1701|Westerveld|22|1998-01-01|
1702|Sint Anthonis|30|1996-01-01|2022-01-01
1705|Lingewaard|25|2003-01-01|
1706|Cranendonck|30|1999-01-01|
1708|Steenwijkerland|23|2003-01-01|
1709|Moerdijk|30|1999-01-01|
1711|Echt-Susteren|31|2003-01-01|
1714|Sluis|29|2003-01-01|
1719|Drimmelen|30|1999-01-01|
1721|Bernheze|30|1996-01-01|
1722|Ferwerderadiel|21|1999-01-01|2019-01-01
1723|Alphen-Chaam|30|1997-01-01|
1724|Bergeijk|30|1999-01-01|
1728|Bladel|30|1997-01-01|
1729|Gulpen-Wittem|31|1999-01-01|
1730|Tynaarlo|22|2000-01-01|
1731|Midden-Drenthe|22|2000-01-01|
1734|Overbetuwe|25|2001-01-01|
1735|Hof van Twente|23|2001-01-01|
1740|Neder-Betuwe|25|2004-01-01|
1742|Rijssen-Holten|23|2004-01-01|
1771|Geldrop-Mierlo|30|2004-01-01|
1773|Olst-Wijhe|23|2003-01-01|
1774|Dinkelland|23|2003-01-01|
1783|Westland|28|2004-01-01|
1842|Midden-Delfland|28|2004-01-01|
1859|Berkelland|25|2005-01-01|
1876|Bronckhorst|25|2005-01-01|
1883|Sittard-Geleen|31|2001-01-01|
1884|Kaag en Braassem|28|2009-01-01|
1891|Dantumadiel|21|2009-01-01|
1892|Zuidplas|28|2010-01-01|
1894|Peel en Maas|31|2010-01-01|
1895|Oldambt|20|2010-01-01|
1896|Zwartewaterland|23|2001-01-01|
1900|Súdwest-Fryslân|21|2011-01-01|
1901|Bodegraven-Reeuwijk|28|2011-01-01|
1903|Eijsden-Margraten|31|2011-01-01|
1904|Stichtse Vecht|26|2011-01-01|
1908|Menameradiel|21|2011-01-01|2018-01-01
1911|Hollands Kroon|27|2012-01-01|
1916|Leidschendam-Voorburg|28|2002-01-01|
1921|De Friese Meren|21|2014-01-01|2015-07-01
1924|Goeree-Overflakkee|28|2013-01-01|
1926|Pijnacker-Nootdorp|28|2002-01-01|
1927|Molenwaard|28|2013-01-01|2019-01-01
1930|Nissewaard|28|2015-01-01|
1931|Krimpenerwaard|28|2015-01-01|
1937|Heel|31|1991-01-01|2007-01-01
1940|De Fryske Marren|21|2015-07-01|
1942|Gooise Meren|27|2016-01-01|
1945|Berg en Dal|25|2016-01-01|
1948|Meierijstad|30|2017-01-01|
1949|Waadhoeke|21|2018-01-01|
1950|Westerwolde|20|2018-01-01|
1952|Midden-Groningen|20|2018-01-01|
1954|Beekdaelen|31|2019-01-01|
1955|Montferland|25|2005-01-01|
1959|Altena|30|2019-01-01|
1960|West Betuwe|25|2019-01-01|
1961|Vijfheerenlanden|26|2019-01-01|
1963|Hoeksche Waard|28|2019-01-01|
1966|Het Hogeland|20|2019-01-01|
1969|Westerkwartier|20|2019-01-01|
1970|Noardeast-Fryslân|21|2019-01-01|
1978|Molenlanden|28|2019-01-01|
1979|Eemsdelta|20|2021-01-01|
1980|Dijk en Waard|27|2022-01-01|
1982|Land van Cuijk|30|2022-01-01|
1987|Menterwolde|20|1992-01-01|2018-01-01
1991|Maashorst|30|2022-01-01|
1992|Voorne aan Zee|28|2023-01-01|
`;
