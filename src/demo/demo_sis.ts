/** The demo's two SIS: invented people with invented numbers, the same every time. */
export interface DemoSis {
  key: string
  nom: string
  abreviation: string
  /** `[nom, prénom]`; the first is the commander. */
  people: [string, string][]
}

export const demoSis: [DemoSis, DemoSis] = [
  {
    key: 'hs',
    nom: 'SIS Haute-Sorne',
    abreviation: 'SIS HS',
    people: [
      ['Amsler', 'Ricarda'],
      ['Tobler', 'Daniel'],
      ['Berberat', 'Yves'],
      ['Chappuis', 'Élodie'],
      ['Dobler', 'Mathieu'],
      ['Erard', 'Fabienne'],
      ['Froidevaux', 'Cédric'],
      ['Gigon', 'Nathalie'],
      ['Hulmann', 'Grégory'],
      ['Jeannerat', 'Céline'],
      ['Kottelat', 'Alain'],
      ['Lachat', 'Sébastien'],
      ['Monnin', 'Joëlle'],
      ['Nicoulin', 'Bastien'],
      ['Odiet', 'Raphaël'],
      ['Petignat', 'Mélanie'],
      ['Queloz', 'Jérôme'],
      ['Rebetez', 'Noémie'],
      ['Schaffner', 'Loïc'],
      ['Theurillat', 'Aurélie'],
      ['Voirol', 'Quentin'],
      ['Willemin', 'Anaïs'],
    ],
  },
  {
    key: 'test',
    nom: 'SIS Test',
    abreviation: 'SIS T',
    people: [
      ['Aubry', 'Pascal'],
      ['Bouduban', 'Sophie'],
      ['Charmillot', 'Vincent'],
      ['Donzé', 'Laure'],
      ['Eggertswyler', 'Marc'],
      ['Farine', 'Corinne'],
      ['Girardin', 'Thierry'],
      ['Henzelin', 'Valérie'],
      ['Iff', 'Patrick'],
      ['Jobin', 'Martine'],
      ['Koller', 'Stéphane'],
      ['Lovis', 'Isabelle'],
      ['Maître', 'Dominique'],
      ['Noirjean', 'Christelle'],
      ['Oeuvray', 'Florian'],
      ['Paupe', 'Sandrine'],
      ['Riat', 'Damien'],
      ['Saucy', 'Estelle'],
      ['Terrier', 'Kevin'],
      ['Vallat', 'Carole'],
      ['Wermeille', 'Olivier'],
      ['Zuber', 'Amélie'],
    ],
  },
]

/** The mobile number of a person of the demo, in E.164. @param index the person's place in the list of the SIS. */
export function demoTelephone(sis: DemoSis, index: number): string {
  return `+4179555${demoSis[0] === sis ? '10' : '20'}${String(index + 10)}`
}
