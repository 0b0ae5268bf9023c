import { describe, expect, it } from 'vitest'
import { renderReport } from '../../../src/demo/demo_report.ts'
import type { GroupeSpec, ReportSpec } from '../../../src/demo/report_spec.ts'
import type { Groupe, Outcome, Report } from '../../../src/mail/report/report.ts'
import { readPdf } from './read_pdf.ts'
import { hauteSorne, personne, report, row } from './sample_report.ts'

async function parse(spec: Partial<ReportSpec>): Promise<Outcome | null> {
  return await readPdf(await renderReport({ ...report, ...spec }))
}

async function alarm(spec: Partial<ReportSpec>): Promise<Report> {
  const outcome = await parse(spec)
  if (outcome?.etat !== 'alarm') throw new Error(outcome?.raison ?? 'not recognised')
  return outcome.report
}

async function groupes(...specs: GroupeSpec[]): Promise<Groupe[]> {
  return (await alarm({ groupes: specs })).groupes
}

const em: Groupe = {
  titre: '90 EM, SIS Haute-Sorne',
  personnes: [
    { nom: 'Amsler Ricarda', telephones: ['+41771234560'], reponse: 'vient' },
    {
      nom: 'Tobler Daniel',
      telephones: ['+41258491517', '+41838004532', '+41792966875'],
      reponse: 'vient',
    },
    {
      nom: 'Vuilleumier-Châtelain Marie-Françoise',
      telephones: ['+41791112233', '+41324567890'],
      reponse: 'ne_vient_pas',
    },
    { nom: 'Pager 12', telephones: ['0684780556'], reponse: 'aucune' },
    { nom: 'Piquet EM', telephones: ['+41795550000'], reponse: 'pas_atteint' },
  ],
}

describe('parseMobilisationReport: the alarm', () => {
  it('reads all of a report: wrapped numbers, a long name below its numbers, a pager, a duty phone', async () => {
    expect(await parse({})).toEqual({
      etat: 'alarm',
      report: {
        type: 'Alarme réelle',
        code: 'FEU BAT',
        couleur: 'ROUGE',
        adresse: '2800 Delémont, Rue de la Gare 15',
        complement: 'Cheminée',
        description: 'Feu bâtiment',
        lv95: { e: 2593067, n: 1246045 },
        wgs84: { lat: 47.36521, lon: 7.346858 },
        date_creation: '2026-03-14T14:28:15',
        debut: '2026-03-14T14:29:45',
        fin: '2026-03-14T14:33:37',
        sis: [],
        groupes: [em],
        personnes: [],
        groupes_ecartes: [],
        incomplet: false,
        avertissements: [],
      },
    })
  })

  it('joins a description and a message over several lines', async () => {
    const description = `Feu dans un bâtiment agricole${' avec du bétail'.repeat(10)}`
    const complement = `Grange${' du côté de la forêt'.repeat(10)}; De la fumée`
    const message = `FEU BAT ROUGE; Route de Berne 1; ${complement}; 2593067,1246045; CET JU`
    const read = await alarm({ description, message })
    expect(read.description).toBe(description)
    expect(read.complement).toBe(complement)
    expect(read.lv95).toEqual({ e: 2593067, n: 1246045 })
  })

  it('accepts an empty caller, and an unreadable time with a warning', async () => {
    const read = await alarm({ appelant: [], lieu: '', fin: 'en cours' })
    expect(read.debut).toBe('2026-03-14T14:29:45')
    expect(read.fin).toBeNull()
    expect(read.avertissements).toEqual(['Fin de l’alarme illisible : en cours.'])
  })

  it('keeps an alarm outside Switzerland, without coordinates and with a warning', async () => {
    const read = await alarm({ message: 'AA; Rue 1; ; 2900000,1246045; CET JU' })
    expect(read.adresse).toBe('Rue 1')
    expect([read.lv95, read.wgs84]).toEqual([null, null])
    expect(read.avertissements).toEqual(['Coordonnées hors de Suisse : 2900000,1246045.'])
  })

  it('ignores an information message', async () => {
    expect(await parse({ message: 'Information; test des sirènes; mercredi' })).toEqual({
      etat: 'ignored',
      raison: 'Message d’information : moins de quatre parties séparées par « ; ».',
    })
  })

  it.each([
    { description: 'Avis MÉTÉO niveau 3' },
    { message: 'Météosuisse; vents violents; Jura; dès 18h; CET JU' },
  ])('ignores a weather warning: %o', async (spec) => {
    expect(await parse(spec)).toEqual({ etat: 'ignored', raison: 'Avis météo.' })
  })
})

describe('parseMobilisationReport: the groups', () => {
  it('reads titles with and without star, with a dash, without a number', async () => {
    const titles = await groupes(
      { titre: '90 EM, SIS Haute-Sorne', personnes: [] },
      { titre: '12 Piquet - SIS Delémont', etoile: false, personnes: [] },
      { titre: 'Commune Haute-Sorne - RTA', etoile: false, personnes: [] },
    )
    expect(titles.map(({ titre }) => titre)).toEqual([
      '90 EM, SIS Haute-Sorne',
      '12 Piquet - SIS Delémont',
      'Commune Haute-Sorne - RTA',
    ])
  })

  it('follows blocks and rows from page to page, whatever the page numbers', async () => {
    const [amsler, tobler, vuilleumier] = hauteSorne.personnes
    const broken = [amsler, tobler, vuilleumier].map((someone) => ({
      nom: someone?.nom ?? '',
      rows: (someone?.rows ?? []).map((its, at) => ({
        ...its,
        ...(at === 0 && { rupture: 'dedans' as const }),
      })),
    }))
    const last = [personne('Zbinden Éric', 'Vient', '0791234567')]
    const read = await alarm({
      pages: [1, 2, 5, 6],
      groupes: [
        { ...hauteSorne, rupture: true, personnes: [...broken, ...hauteSorne.personnes.slice(3)] },
        { titre: '12 Piquet, SIS Delémont', personnes: last },
      ],
    })
    expect(read.groupes).toEqual([
      em,
      {
        titre: '12 Piquet, SIS Delémont',
        personnes: [{ nom: 'Zbinden Éric', telephones: ['0791234567'], reponse: 'vient' }],
      },
    ])
  })

  it('reads a block of a hundred people over several pages', async () => {
    const personnes = Array.from({ length: 100 }, (_, at) =>
      personne(`Nom${at} Prénom`, at % 4 ? 'Vient' : 'Pas atteint', `+4179000${1000 + at}`),
    )
    const [read] = await groupes({ titre: '1 Tous, SIS Delémont', personnes })
    expect(read?.personnes.map(({ nom }) => nom)).toEqual(personnes.map(({ nom }) => nom))
    expect(read?.personnes.filter(({ reponse }) => reponse === 'vient')).toHaveLength(75)
  })

  it('gives no answer to people called only by SMS or pager', async () => {
    const rows = [row('SMS', ['+41791112233'], 'Message envoyé'), row('Mail', [], 'Message envoyé')]
    expect(await groupes({ titre: 'A, SIS B', personnes: [{ nom: 'Kohler Luc', rows }] })).toEqual([
      {
        titre: 'A, SIS B',
        personnes: [{ nom: 'Kohler Luc', telephones: ['+41791112233'], reponse: 'aucune' }],
      },
    ])
  })

  it('keeps two people of the same name apart when both were called', async () => {
    const [read] = await groupes({
      titre: 'A, SIS B',
      personnes: [
        personne('Kohler Luc', 'Vient', '+41791112233'),
        personne('Kohler Luc', 'Pas atteint', '+41794445566'),
      ],
    })
    expect(read?.personnes).toEqual([
      { nom: 'Kohler Luc', telephones: ['+41791112233'], reponse: 'vient' },
      { nom: 'Kohler Luc', telephones: ['+41794445566'], reponse: 'pas_atteint' },
    ])
  })

  it('warns when a report names no group', async () => {
    expect((await alarm({ groupes: [] })).avertissements).toEqual(['Le rapport ne nomme aucun groupe.'])
  })
})

describe('parseMobilisationReport: reports that cannot be trusted', () => {
  it.each([
    [{ viennent: 3 }, 'Groupe « 90 EM, SIS Haute-Sorne » : 2 lu(s) pour « Viennent », 3 annoncé(s).'],
    [
      { neViennentPas: 0 },
      'Groupe « 90 EM, SIS Haute-Sorne » : 1 lu(s) pour « Ne viennent pas », 0 annoncé(s).',
    ],
    [{ pasRepondus: 4 }, 'Groupe « 90 EM, SIS Haute-Sorne » : 1 lu(s) pour « Pas répondus », 4 annoncé(s).'],
  ])('leaves out and names the block when its totals are %o', async (totaux, raison) => {
    const other = { titre: '1 Autre, SIS Delémont', personnes: [] }
    expect(await alarm({ groupes: [other, { ...hauteSorne, totaux }] })).toMatchObject({
      code: 'FEU BAT',
      groupes: [other],
      groupes_ecartes: ['90 EM, SIS Haute-Sorne'],
      incomplet: true,
      avertissements: expect.arrayContaining([`${raison} Ce groupe n’est pas repris.`]),
    })
  })

  it('leaves out and names the block where the report engine gave up', async () => {
    expect(
      await alarm({
        groupes: [hauteSorne, { titre: '12 Piquet, SIS Delémont', erreur: true, personnes: [] }],
      }),
    ).toMatchObject({
      groupes: [em],
      groupes_ecartes: ['12 Piquet, SIS Delémont'],
      avertissements: [
        'Groupe « 12 Piquet, SIS Delémont » : une partie du rapport n’a pas pu être produite par la centrale. Ce groupe n’est pas repris.',
      ],
    })
  })

  it('does not ignore a report as information when its message is missing', async () => {
    expect(await parse({ message: 'Error: Subreport could not be shown.' })).toEqual({
      etat: 'failed',
      raison: 'Le début du rapport n’a pas pu être produit par la centrale.',
    })
  })

  it('fails on a broken PDF', async () => {
    expect(await readPdf((await renderReport(report)).subarray(0, 300))).toMatchObject({
      etat: 'failed',
      raison: expect.stringContaining('Le document PDF n’a pas pu être lu'),
    })
  })
})

describe('renderReport', () => {
  it('gives the same bytes for the same report', async () => {
    expect((await renderReport(report)).equals(await renderReport(report))).toBe(true)
  })
})
