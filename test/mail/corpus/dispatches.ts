/** After the public shapes of German and Austrian dispatch texts, with made-up places. */
export const dispatches = [
  'EINSATZSTICHWORT: B3\nOrt: Musterdorf\nStraße: Dorfstraße 12\nMeldung: Brand Dachstuhl',
  'ALARMIERUNG\nEinsatznummer: 4711\nStichwort: THL 1 - Ölspur\nEinsatzort: Musterstadt, Hauptstr. 3\nBemerkung: Polizei vor Ort',
  'Alarmfax der ILS Muster\nEINSATZORT\nStraße : Am Bach  Haus-Nr.: 4\nOrt    : 99999 Musterheim\nEINSATZGRUND\nSchlagw.: #B1012#Brand#Wohnhaus',
  'Einsatz: T1 VU\n8999 Musterbach, Landesstraße\nAlarmstufe 2\nFF Musterbach',
  'Sie wurden alarmiert:\nBRAND 2 - Kaminbrand\nOrtsteil: Oberdorf',
  'Einsatzmeldung der Landeswarnzentrale\nEinsatzart: Technischer Einsatz\nEinsatzadresse: Kirchplatz 1, 4999 Musterau\nMelder: unbekannt',
  'Stichwort: F2\nObjekt: Schule\nHinweis: Rauch aus Fenster\nKoordinaten: 48.1234 / 14.1234',
  '++ EINSATZ ++ H1 Tierrettung ++ Musterweg 7 ++ Katze auf Baum ++',
  'Alarmzeit: 14:30:12\nEinsatzstichwort: BMA\nBrandmeldeanlage ausgelöst\nStraße: Industriering 5',
  'B2 KELLERBRAND, MUSTERSTADT, ALTE GASSE 9, 2. OG, MENSCHEN IN GEFAHR',
]
