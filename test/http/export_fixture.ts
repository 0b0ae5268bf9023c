import type { DataApi } from './data_fixture.ts'

/** Designations, and the text of each in a CSV, which differs for those that a spreadsheet would interpret. */
export const hostile: Record<string, string> = {
  '=HYPERLINK("http://mal.example";"Clic")': '\'=HYPERLINK("http://mal.example";"Clic")',
  '+41 79 000 00 00': "'+41 79 000 00 00",
  '-2+3': "'-2+3",
  '@SUM(A1:A9)': "'@SUM(A1:A9)",
  ' =1+1': "' =1+1",
  '\t=1+1': "'\t=1+1",
  '＝1+1': "'＝1+1",
  'a;b"c"\nd, e': 'a;b"c"\nd, e',
  '\u202eמכבי אש': '\u202eמכבי אש',
  [`${'é'.repeat(199)}.`]: `${'é'.repeat(199)}.`,
  'Tonne-pompe _x0041_ <b>&amp;': 'Tonne-pompe _x0041_ <b>&amp;',
  '007': '007',
}

/**
 * Gives these names to the types of intervention of 2001, in turn, and the first of them to vehicles and
 * materials.
 */
export async function plantHostileNames(sql: DataApi['sql']): Promise<void> {
  const unused = `not exists (select from app.interventions i where i.annee = 2001 and i.type_intervention_id = x.id)`
  for (const [table, order] of [
    ['types_intervention', `${unused}, x.id`],
    ['vehicules', 'x.id'],
    ['materiels', 'x.id'],
  ])
    await sql(
      `update app.${table} t
          set designation = n.name
         from (select x.id, row_number() over (order by ${order}) as n from app.${table} x) as o (id, n)
         join unnest($1::text[]) with ordinality as n (name, n) using (n)
        where t.id = o.id`,
      [Object.keys(hostile)],
    )
  await sql(
    `update app.sapeurs
        set nom = '=cmd|'' /C calc''!A0', prenom = 'Zoé; "la" rousse'
      where id = (select min(id) from app.sapeurs)`,
  )
}

type Cells = (string | number)[][]
// biome-ignore lint/suspicious/noExplicitAny: rows of any endpoint
type Row = any

/** The tables of a year: the figures as the endpoints answer them, beside the stored designations. */
export async function readTables({ ask, sql }: DataApi, year: number): Promise<Record<string, Cells>> {
  const rows = async (path: string): Promise<Row[]> => (await ask(`GET ${path}`)).body.data
  const report = (name: string) => rows(`/statistiques/${year}/${name}`)
  const named = async (name: string, table: string) => {
    const names = await sql(`select id::integer as id, designation as name from app.${table}`)
    const nameOf = (id: number) => String(names.find((each) => each.id === id)?.name)
    return (await report(name)).map((row) => ({ ...row, designation: nameOf(row.id) }))
  }
  const bilan = (r: Row) => [r.id, r.designation, r.nb, r.heures, r.sauve_personne, r.sauve_animaux]
  const categories = (r: Row) => [...bilan(r), r.nb_precedent, r.heures_precedent]
  const { sapeurs } = (await ask(`GET /statistiques/${year}/presence-intervention`)).body
  return {
    'stat-federal': (await rows(`/stat-federal?exercice_comptable_id=${year}`)).map(categories),
    'stat-intervention': (await rows(`/stat-intervention?exercice_comptable_id=${year}`)).map(categories),
    'type-intervention': (await named('type-intervention', 'types_intervention')).map(bilan),
    'intervention-traitement': (await named('intervention-traitement', 'intervention_traitements')).map(
      bilan,
    ),
    vehicule: (await named('vehicule', 'vehicules')).map((r) => [r.id, r.designation, r.nb, r.heures]),
    materiel: (await named('materiel', 'materiels')).map((r) => [
      r.id,
      r.designation,
      r.nb,
      r.heures,
      r.quantite,
    ]),
    'presence-exercice': (await report('presence-exercice')).map((r) => [
      ...[r.id, r.nom, r.prenom, r.nb, r.heures],
      ...[r.convoque, r.absent, r.remplace, r.excuse],
    ]),
    'presence-intervention': sapeurs.map((r: Row) => [r.sapeur_id, r.nom, r.prenom, r.nb, r.heures, r.taux]),
    mensuel: (await report('mensuel')).map((r) => [
      r.mois,
      r.nb,
      r.heures,
      r.sauve_personne,
      r.sauve_animaux,
    ]),
  }
}
