type Row = Record<string, unknown>
/** Runs a statement in one SIS, as the owner; returns its rows. */
type Sql = (text: string, values?: unknown[]) => Promise<Row[]>

/**
 * Accounting years that begin and end within a calendar year, then two calendar years; none before the first.
 */
export const years = [
  { annee: 1999, debut: '1998-07-01', fin: '1999-06-30' },
  { annee: 2000, debut: '1999-07-01', fin: '2000-12-31' },
  { annee: 2001, debut: '2001-01-01', fin: '2001-12-31' },
  { annee: 2002, debut: '2002-01-01', fin: '2002-12-31' },
]

const utc = (text: string) => Date.parse(text) / 1000

// The night across the year, those in which the clock changes, one that began the day before in UTC.
const nights = ['2001-12-31T22:30Z', '2001-03-24T23:30Z', '2001-10-27T22:30Z', '2002-06-30T22:30Z']

// Pseudo-random numbers below `limit`, the same every time.
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

/**
 * Writes interventions of all kinds in these years into a SIS, and exercices: some without presences, some
 * with people present twice.
 */
export async function plantHistory(sql: Sql, seed: number): Promise<void> {
  await sql(
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     select annee, annee::text, debut, fin from jsonb_to_recordset($1) as y (annee integer, debut date, fin date)`,
    [JSON.stringify(years)],
  )
  await sql(`insert into app.vehicules (designation) select 'Véhicule ' || n from generate_series(1, 4) as n`)
  await sql(`insert into app.materiels (designation) select 'Matériel ' || n from generate_series(1, 4) as n`)
  const { interventions, presences, liens } = makeHistory(randomNumbers(seed))
  await sql(
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet, stat_nb, sauve_personne, sauve_animaux,
                                    stat_federal_id, type_intervention_id, intervention_traitement_id)
     select d.debut::date, d.debut::time, f.fin::date, f.fin::time, i.no, i.stat_nb, i.personnes, i.animaux, i.federal, i.type, i.traitement
       from jsonb_to_recordset($1) as i (no text, debut double precision, fin double precision, stat_nb integer, personnes integer,
                                         animaux integer, federal integer, type integer, traitement integer)
      cross join lateral (select to_timestamp(i.debut) at time zone 'Europe/Zurich') as d (debut)
      cross join lateral (select to_timestamp(i.fin) at time zone 'Europe/Zurich') as f (fin)
      order by i.debut`,
    [JSON.stringify(interventions)],
  )
  await sql(
    `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet)
     select i.id, s.id, to_timestamp(p.debut), to_timestamp(p.fin), p.piquet
       from jsonb_to_recordset($1) as p (no text, sapeur integer, debut double precision, fin double precision, piquet boolean)
       join app.interventions i on i.objet = p.no
       join (select id, row_number() over (order by id) - 1 as n from app.sapeurs) s on s.n = p.sapeur`,
    [JSON.stringify(presences)],
  )
  for (const table of ['vehicule', 'materiel'])
    await sql(
      `insert into app.intervention_${table}s (intervention_id, ${table}_id${table === 'materiel' ? ', quantite' : ''})
       select i.id, t.id${table === 'materiel' ? ', l.quantite' : ''}
         from jsonb_to_recordset($1) as l (no text, ce integer, quantite numeric)
         join app.interventions i on i.objet = l.no
         join (select id, row_number() over (order by id) - 1 as n from app.${table}s) t on t.n = l.ce`,
      [JSON.stringify(liens[table as keyof typeof liens])],
    )
  await sql('update app.interventions set statut = 2 where statut = 1 and id % 3 <> 0')
  await sql('update app.interventions set statut = 3 where statut = 2 and id % 4 = 0')
  await plantExercices(sql)
}

function makeHistory(random: (limit: number) => number) {
  const fixed = nights.map(utc)
  const begins = [...fixed]
  for (let at = utc('1998-07-03T05:00Z'); at < utc('2002-12-20T00:00Z'); at += 86_400 * (4 + random(20))) {
    // Within a day of another, people would be at both.
    const begin = at + random(86_400)
    if (fixed.every((night) => Math.abs(night - begin) > 86_400)) begins.push(begin)
  }
  begins.sort((a, b) => a - b)
  const interventions: Row[] = []
  const presences: Row[] = []
  const liens: { vehicule: Row[]; materiel: Row[] } = { vehicule: [], materiel: [] }
  begins.forEach((debut, index) => {
    const no = `Cas ${index}`
    const fin = debut + 15_000 + random(6_000)
    const figures = {
      stat_nb: random(4),
      personnes: random(5) === 0 ? 1 + random(3) : 0,
      animaux: random(9) === 0 ? 2 : 0,
    }
    interventions.push({
      no,
      debut,
      fin,
      ...figures,
      federal: 1 + random(6),
      type: 1 + random(17),
      traitement: 1 + random(3),
    })
    // One in eight stays vide.
    const people = random(8) === 0 && !fixed.includes(debut) ? 0 : 1 + random(6)
    for (let n = 0; n < people; n++) {
      const [middle, sapeur] = [debut + 5_000 + random(3_000), (index + n * 3) % 20]
      presences.push({ no, sapeur, debut, fin: middle, piquet: random(4) === 0 })
      if (random(3) === 0) presences.push({ no, sapeur, debut: middle, fin, piquet: true })
    }
    for (const [table, list] of Object.entries(liens))
      for (let ce = 0; ce < 3; ce++)
        if (random(2) === 0)
          list.push({ no, ce, ...(table === 'materiel' && { quantite: 1 + random(400) / 100 }) })
  })
  return { interventions, presences, liens }
}

// One is cancelled; in each the sapeurs have all results in turn, in the last none.
async function plantExercices(sql: Sql): Promise<void> {
  await sql(
    `insert into app.exercices (designation, date, heure, duree)
     select 'Exercice ' || n, date '2001-01-20' + n * 37, '19:30', 50 + n * 7 from generate_series(1, 14) as n`,
  )
  await sql(
    `insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id)
     select e.id, s.id, r <> 5, r in (0, 1, 5), r = 2, r = 3, case when r = 4 then 1 end
       from app.exercices e
      cross join (select id, row_number() over (order by id) as n from app.sapeurs) s
      cross join lateral (select (e.id + s.n * 3) % 7 as r) r
      where s.n <= 9`,
  )
  await sql("update app.exercices set statut = 0 where designation = 'Exercice 3'")
}
