import type { CorpusMail } from '../expectation.ts'
import { alarm, mail } from '../letter.ts'

function placed(
  title: string,
  adresse: string,
  written: string,
  lv95: string,
  wgs84: string,
  raison = '',
): CorpusMail {
  const body = `Type: Feu\nAdresse: ${adresse}\nCoordonnées: ${written}\nSIS: hs`
  return mail(`Text: ${title}`, { body }, alarm(adresse, { lv95, wgs84 }, raison))
}

const [e, n] = ['2593067', '1246045']
const delemont = '47.365210,7.346858'

/** The place of an alarm. */
export const coordinates: CorpusMail[] = [
  placed('LV95 with a comma', 'Rue du Lieu 60', '2593067,1246045', `${e},${n}`, delemont),
  placed(
    'LV95 with apostrophes and a stroke',
    'Rue du Lieu 61',
    "2'593'067 / 1'246'045",
    `${e},${n}`,
    delemont,
  ),
  placed(
    'LV95 with typographic apostrophes',
    'Rue du Lieu 62',
    '2’593’067, 1’246’045',
    `${e},${n}`,
    delemont,
  ),
  placed('LV95 with spaces in the numbers', 'Rue du Lieu 63', '2 593 067 / 1 246 045', `${e},${n}`, delemont),
  placed('LV95 with a space between', 'Rue du Lieu 64', '2593067 1246045', `${e},${n}`, delemont),
  placed('LV95 with centimetres', 'Rue du Lieu 65', '2593067.00;1246045.00', `${e},${n}`, delemont),
  placed('latitude and longitude', 'Rue du Lieu 66', '47.3652101, 7.346858', '', '47.365210,7.346858'),
  placed(
    'latitude and longitude with decimal commas',
    'Rue du Lieu 67',
    '47,36521 / 7,346858',
    '',
    '47.365210,7.346858',
  ),
  placed(
    'latitude and longitude across the border',
    'Rue du Lieu 68',
    '47.51,6.998',
    '',
    '47.510000,6.998000',
  ),
  placed(
    'LV95 outside Switzerland',
    'Rue du Lieu 69',
    '2400000,1246045',
    '',
    '',
    'Coordonnées hors de Suisse : 2400000,1246045.',
  ),
  placed(
    'a latitude that is impossible',
    'Rue du Lieu 70',
    '97.3,7.3',
    '',
    '',
    'Coordonnées impossibles : 97.3,7.3.',
  ),
  placed(
    'a place in words',
    'Rue du Lieu 71',
    'devant la gare',
    '',
    '',
    'Coordonnées illisibles : devant la gare.',
  ),
  placed('half of a pair', 'Rue du Lieu 72', '2593067', '', '', 'Coordonnées illisibles : 2593067.'),
  placed(
    'LV95 with letters and signs of equality',
    'Rue du Lieu 190',
    'E=2593067, N=1246045',
    `${e},${n}`,
    delemont,
  ),
  placed(
    'LV95 with letters, north first',
    'Rue du Lieu 191',
    "N 1'246'045 / E 2'593'067",
    `${e},${n}`,
    delemont,
  ),
  placed('LV95 with letters behind', 'Rue du Lieu 192', '2593067 E / 1246045 N', `${e},${n}`, delemont),
  placed('LV95 that says so', 'Rue du Lieu 193', 'LV95 2593067 / 1246045', `${e},${n}`, delemont),
  placed('degrees with their sign and letters', 'Rue du Lieu 194', '47.365210° N, 7.346858° E', '', delemont),
  placed(
    'degrees with letters in front, longitude first',
    'Rue du Lieu 195',
    'E 7.346858°, N 47.365210°',
    '',
    delemont,
  ),
  placed('degrees, minutes and seconds', 'Rue du Lieu 196', `47°21'54.756"N 7°20'48.689"E`, '', delemont),
  placed(
    'latitude and longitude by their names',
    'Rue du Lieu 197',
    'lat=47.365210, lon=7.346858',
    '',
    delemont,
  ),
]
