import { describe, expect, it } from 'vitest'
import { loadHistory } from '../../src/demo/history.ts'
import { unwatched } from '../../src/process/progress.ts'
import { useDatabase } from '../support/database.ts'
import { useDemo } from './history_fixture.ts'

interface Disponible {
  designation: string
  heures: { requis: boolean; manque: number }[]
  manques: { debut: string; fin: string; disponibles: number }[]
}

const MS_PER_DAY = 24 * 60 * 60 * 1000
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10)
const isWeekend = (day: string) => [0, 6].includes(new Date(day.slice(0, 10)).getUTCDay())
// A week from a Monday on, with the night at the end of summer time in it.
const week = Array.from({ length: 7 }, (_, n) => dayAfter('2026-10-19', n))

describe('the demo’s next days', () => {
  const database = useDatabase()

  /** Availability of a SIS of the demo from a day on, as of that day. */
  async function effectif(sis: string, today: string, au: string): Promise<Disponible[]> {
    const client = await database.as('admin')
    await client.query('begin')
    try {
      await client.query("set local role caserne_owner; set local search_path = ''")
      await client.query("select set_config('demo.today', $1, true)", [today])
      await loadHistory(client, 'recent', unwatched, { only: ['sis', 'sapeurs', 'absences', 'effectif'] })
      await client.query('set local role caserne_api')
      await client.query("select request.open(null, $1, '{sapeur.lecture}', null)", [sis])
      const { rows } = await client.query('select api.get_effectif_disponible($1, $2) as data', [today, au])
      return rows[0]?.data
    } finally {
      await client.query('rollback')
    }
  }

  describe.each(week)('from %s on', (today) => {
    it.each(['hs', 'test'])(
      'have too few drivers on a weekend day to come, and enough else, in %s',
      async (sis) => {
        // The week of the board.
        const disponibles = await effectif(sis, today, dayAfter(today, 6))
        const manques = disponibles.flatMap(({ designation, manques }) =>
          manques.map((each) => ({ designation, ...each })),
        )
        expect(new Set(manques.map(({ designation }) => designation))).toEqual(
          new Set(['Conducteurs le week-end']),
        )
        expect(manques.filter(({ debut }) => debut.slice(0, 10) > today).length).toBeGreaterThan(0)
        expect(manques.filter(({ debut }) => !isWeekend(debut))).toEqual([])
        for (const { designation, heures } of disponibles)
          expect([designation, heures.some(({ requis, manque }) => requis && manque === 0)]).toEqual([
            designation,
            true,
          ])
        expect(disponibles.map(({ designation }) => designation)).toEqual([
          'Conducteurs le week-end',
          'Effectif en journée',
          'Officiers',
          'Porteurs la nuit',
        ])
      },
    )
  })
})

describe.each([
  ['a Tuesday', '2026-11-24', useDemo({ today: '2026-11-24' })],
  ['a Sunday', '2026-03-29', useDemo({ today: '2026-03-29' })],
])('the demo on %s', (_day, today, { rows }) => {
  it('has three people on standby at any time of two months, and nobody twice', async () => {
    const plan = await rows(
      `select sis_key as sis, h::date::text as jour, count(*)::int as nb, count(distinct q.sapeur_id)::int as personnes
         from generate_series($1::timestamp, $1::timestamp + interval '55 days', interval '6 hours') as h
         join app.piquets q on q.debut <= h at time zone 'Europe/Zurich' and q.fin > h at time zone 'Europe/Zurich'
        group by sis_key, h`,
      [today],
    )
    expect(plan.length).toBe(2 * (55 * 4 + 1))
    expect(plan.filter(({ nb, personnes }) => nb !== 3 || personnes !== 3)).toEqual([])
    const twice = await rows(
      `select a.id from app.piquets a
         join app.piquets b on b.sis_key = a.sis_key and b.sapeur_id = a.sapeur_id and b.id > a.id
        where tstzrange(a.debut, a.fin) && tstzrange(b.debut, b.fin)`,
    )
    expect(twice).toEqual([])
  })

  it('has nobody on standby during their holidays, or at work', async () => {
    const away = await rows(
      `select q.sis_key, s.nom_prenom, i.motif
         from app.piquets q
         join app.indisponibilites i on i.sis_key = q.sis_key and i.sapeur_id = q.sapeur_id and i.motif in ('vacances', 'travail')
         join app.sapeurs s on s.sis_key = q.sis_key and s.id = q.sapeur_id
        where i.recurrence is not null or i.debut < q.fin and q.debut < i.fin`,
    )
    expect(away).toEqual([])
  })

  it('has one standby in each SIS that the commander is asked to take over, next week', async () => {
    const asked = await rows(
      `select q.sis_key as sis, p.nom_prenom as de, r.nom_prenom as a, (q.debut at time zone 'Europe/Zurich')::date - $1::date as jours
         from app.piquets q
         join app.sapeurs p on p.sis_key = q.sis_key and p.id = q.sapeur_id
         join app.sapeurs r on r.sis_key = q.sis_key and r.id = q.repreneur_id
        order by 1`,
      [today],
    )
    expect(asked).toEqual([
      { sis: 'hs', de: 'Berberat Yves', a: 'Amsler Ricarda', jours: expect.any(Number) },
      { sis: 'test', de: 'Charmillot Vincent', a: 'Aubry Pascal', jours: expect.any(Number) },
    ])
    for (const { jours } of asked) expect([1, 2, 3, 4, 5, 6, 7]).toContain(jours)
  })

  it('has absences of every motif, and nobody at an intervention during their holidays', async () => {
    const motifs = await rows(
      `select sis_key as sis, array_agg(distinct motif order by motif) as motifs, bool_or(recurrence is null) as une_fois
         from app.indisponibilites group by 1 order by 1`,
    )
    const each = { motifs: ['absence', 'indisponible', 'travail', 'vacances'], une_fois: true }
    expect(motifs).toEqual(['hs', 'test'].map((sis) => ({ sis, ...each })))
    const there = await rows(
      `select p.id from app.indisponibilites i
         join app.intervention_sapeurs p on p.sis_key = i.sis_key and p.sapeur_id = i.sapeur_id
        where i.motif = 'vacances' and p.debut < i.fin and p.fin > i.debut`,
    )
    expect(there).toEqual([])
  })

  it('has figures of each hour of four weeks, up to yesterday', async () => {
    const figures = await rows(
      `select sis_key as sis, min(jour)::text as du, max(jour)::text as au, count(distinct jour)::int as jours,
              bool_and(effectif = 23 and absents < 15) as plausibles, min(disponibles) < max(disponibles) as variees,
              avg(piquets) > 2.9 as piquets
         from stats.disponibilites group by 1 order by 1`,
    )
    const each = {
      du: dayAfter(today, -28),
      au: dayAfter(today, -1),
      jours: 28,
      plausibles: true,
      variees: true,
    }
    expect(figures).toEqual(['hs', 'test'].map((sis) => ({ sis, ...each, piquets: true })))
  })

  it('has answers to the alarms of a year, mostly of those who came', async () => {
    const answers = await rows(
      `select r.sis_key as sis, array_agg(distinct r.reponse order by r.reponse) as reponses,
              array_agg(distinct r.source order by r.source) as sources,
              count(distinct r.alarme_id) > case r.sis_key when 'hs' then 50 else 15 end as alarmes,
              min(r.at) >= ($1::timestamp - interval '12 months') at time zone 'Europe/Zurich'
                and max(r.at) < $1::timestamp at time zone 'Europe/Zurich' as dates,
              bool_and(r.secondes between 20 and 300) as delais
         from stats.reponses r group by 1 order by 1`,
      [today],
    )
    const each = {
      reponses: ['aucune', 'ne_vient_pas', 'pas_atteint', 'plus_tard', 'vient'],
      sources: ['application', 'centrale', 'lien', 'officier'],
      alarmes: true,
      dates: true,
      delais: true,
    }
    expect(answers).toEqual(['hs', 'test'].map((sis) => ({ sis, ...each })))
    const came = await rows(
      `select sis_key as sis, sum(annonces_presents) > 3 * sum(annonces - annonces_presents) as venus,
              sum(presents_sans_annonce) > 0 and sum(annonces - annonces_presents) > 0 as autres
         from stats.reponses_presences group by 1 order by 1`,
    )
    expect(came).toEqual(['hs', 'test'].map((sis) => ({ sis, venus: true, autres: true })))
  })

  it('has the figures of answers of each month, in hs since its first year', async () => {
    const months = await rows(
      `select sis_key as sis, min(annee) as annee, count(distinct annee * 12 + mois)::int as mois
         from stats.reponses_mensuelles group by 1 order by 1`,
    )
    const year = Number(today.slice(0, 4))
    expect(months).toEqual([
      { sis: 'hs', annee: year - 2, mois: expect.any(Number) },
      { sis: 'test', annee: expect.any(Number), mois: expect.any(Number) },
    ])
    expect(months[0]?.mois).toBeGreaterThan(24)
    expect(months[1]?.mois).toBeGreaterThan(3)
  })
})
