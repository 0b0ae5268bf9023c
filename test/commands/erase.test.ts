import { beforeAll, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { inOrder } from '../support/in_order.ts'
import { addWholePersonne, traces } from '../support/whole_personne.ts'
import { patience, useCommands } from './command_fixture.ts'

const database = useDatabase()
const caserne = useCommands(() => ({ DATABASE_URL: database.urls.admin }))
const erase = (...args: string[]) => caserne(['erase', 'sapeur', ...args, '--sis', 'hs'])
let moi: Awaited<ReturnType<typeof addWholePersonne>>

/** Lines of the whole database, as a dump has them, that name them. */
async function mentions(): Promise<string[]> {
  const dump = await dumpDatabase()
  return dump.filter((line) => traces.some((trace) => line.toLowerCase().includes(trace.toLowerCase())))
}

async function dumpDatabase(): Promise<string[]> {
  const admin = await database.as('admin')
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const lines: string[] = []
  for (const { name } of rows) {
    const found = await admin.query<{ line: string }>(`select t::text as line from ${name} t`)
    lines.push(...found.rows.map(({ line }) => `${name}: ${line}`))
  }
  return lines
}

const query = async (text: string, values: unknown[] = []) =>
  (await (await database.as('admin')).query(text, values)).rows

// The pay of a closed year, moved to another one as only a superuser can.
async function movePay(where: string): Promise<void> {
  const admin = await database.as('admin')
  const year = `(select max(id) from app.exercices_comptables where sis_key = 'hs' and ${where})`
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `update app.ecritures set exercice_comptable_id = ${year} where sis_key = 'hs' and sapeur_id = $1`,
    [moi.sapeur],
  )
  await admin.query(
    `update app.decomptes set exercice_comptable_id = ${year} where sis_key = 'hs' and designation = 'Soldes 1990'`,
  )
  await admin.query('reset session_replication_role')
}

const triggers =
  'select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2'
let guards: unknown[]

beforeAll(async () => {
  guards = await query(triggers)
  moi = await addWholePersonne(database)
}, 60_000)

describe('erasing a sapeur who has left', { ...inOrder, ...patience }, () => {
  it('is refused while they serve, command or are owed money, and for ids that are nobody’s', async () => {
    const [chief] = await query(
      "select sapeur_id as id from app.sis where sis_key = 'hs' and sapeur_id is not null",
    )
    const [active] = await query(
      `select m.sapeur_id as id from app.mutations m join app.sapeurs s using (sis_key)
        where m.sis_key = 'hs' and s.id = m.sapeur_id and m.sortie is null and s.type = 0 limit 1`,
    )
    expect((await erase(String(active.id), '--yes')).said).toContain('encore actif')
    if (chief) expect((await erase(String(chief.id), '--yes')).said).toMatch(/encore actif|commandant/)
    const admin = await database.as('admin')
    await admin.query(
      "set session_replication_role = replica; update app.decomptes set paye_le = null where designation = 'Soldes 1990'",
    )
    await admin.query(
      'update app.exercices_comptables set boucle = false where annee = 1990; reset session_replication_role',
    )
    expect((await erase(String(moi.sapeur), '--yes')).said).toContain('a des écritures à payer')
    await admin.query(
      "set session_replication_role = replica; update app.decomptes set paye_le = date where designation = 'Soldes 1990'",
    )
    await admin.query(
      'update app.exercices_comptables set boucle = true where annee = 1990; reset session_replication_role',
    )
    expect(await erase('999999', '--yes')).toEqual({ code: 1, said: 'Sapeur inconnu\n' })
    expect((await caserne(['erase', 'sapeur', '1', '--sis', 'nulle', '--yes'])).said).toContain(
      'SIS inconnu : nulle',
    )
    expect((await erase('abc', '--yes')).code).toBe(1)
  })

  it('waits for the holder of a table, and lets others pass meanwhile', async () => {
    const admin = await database.as('admin')
    await admin.query('begin; lock app.telephones in access share mode')
    const erasing = erase(String(moi.sapeur), '--dry-run')
    const waiting = "select from pg_locks where not granted and relation = 'app.telephones'::regclass"
    await vi.waitFor(async () => expect((await admin.query(waiting)).rowCount).toBe(1), { timeout: 20_000 })
    await vi.waitFor(async () => expect((await admin.query(waiting)).rowCount).toBe(0), { timeout: 20_000 })
    await admin.query('commit')
    expect((await erasing).code).toBe(0)
  })

  it('shows the report without changing anything, and asks for the id', async () => {
    const before = await dumpDatabase()
    const { code, said } = await erase(String(moi.sapeur), '--dry-run')
    expect(said).toContain(
      `Essai : rien n’est changé. Le sapeur deviendrait « Ancien sapeur n° ${moi.sapeur} ».`,
    )
    expect(code).toBe(0)
    const wrong = await caserne(['erase', 'sapeur', String(moi.sapeur), '--sis', 'hs'], { input: '1\n' })
    expect(wrong.said).toContain('Rien n’est changé.')
    expect((await dumpDatabase()).toSorted()).toEqual(before.toSorted())
  })

  it('leaves nothing that names them but what the report says, and nothing of the figures is lost', async () => {
    const figures = () =>
      query(`select (select count(*) from app.intervention_sapeurs) as presences, (select count(*) from app.exercice_sapeurs) as exercices,
                    (select sum(total) from app.ecritures) as ecritures, (select sum(total) from app.paiements) as paiements,
                    (select count(*) from app.mutations) as mutations, (select count(*) from audit.journal) as journal`)
    const [before] = await figures()
    expect((await mentions()).length).toBeGreaterThan(20)
    await movePay('fin between current_date - 1000 and current_date + 1000')
    const { said, code } = await caserne(['erase', 'sapeur', String(moi.sapeur), '--sis', 'hs', '--json'], {
      input: `${moi.sapeur}\n`,
    })
    expect(code).toBe(0)
    const report = JSON.parse(said.slice(said.indexOf('{')))
    expect(report).toMatchObject({
      compte: 'fermé',
      paie: { tables: { 'app.ecritures': 1, 'app.paiements': 1, 'audit.identites_paie': 1 } },
    })
    expect(report.a_relire).toContainEqual(
      expect.objectContaining({ table: 'app.intervention_missions', colonne: 'resume' }),
    )
    expect(await mentions()).toEqual([expect.stringMatching(/^audit\.identites_paie: .*Testuz/)])
    const [after] = await figures()
    // One more: that they were erased.
    expect(after).toEqual({ ...before, journal: String(Number(before.journal) + 1) })
    expect(
      await query('select nom_prenom from app.sapeurs where id = $1 and sis_key = $2', [moi.sapeur, 'hs']),
    ).toEqual([{ nom_prenom: `Ancien sapeur n° ${moi.sapeur}` }])
    expect(
      await query(
        "select date_naissance::text from app.particularites where sapeur_id = $1 and sis_key = 'hs'",
        [moi.sapeur],
      ),
    ).toEqual([{ date_naissance: '1970-01-01' }])
    expect(
      await query('select disabled_at is not null as closed from auth.users where id = $1', [moi.user]),
    ).toEqual([{ closed: true }])
  })

  it('puts up every guard again', async () => {
    expect(await query(triggers)).toEqual(guards)
    expect(
      await query(
        `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' and not relforcerowsecurity`,
      ),
    ).toEqual([])
  })

  it('names them on documents of their pay', async () => {
    const owner = await database.as('owner')
    await owner.query('begin')
    await owner.query("select request.open(null, 'hs', '{comptabilite.lecture}', null)")
    const { rows } = await owner.query('select nom_prenom, iban, rue from app.coordonnees_paie($1)', [
      [moi.sapeur],
    ])
    await owner.query('rollback')
    expect(rows).toEqual([
      {
        nom_prenom: 'Testuz Anselme dit Sésame',
        iban: 'CH9300762011623852957',
        rue: 'Chemin du Paradoxe prolongé',
      },
    ])
  })

  it('erases their identity for good in a run after the legal term', async () => {
    expect((await erase(String(moi.sapeur), '--yes')).said).toMatch(
      /son identité reste .* jusqu’au \d\d\.\d\d\.20\d\d/,
    )
    await movePay('annee = 1990')
    const { code, said } = await erase(String(moi.sapeur), '--yes')
    expect(said).toContain('Comptes : aucun ne doit garder son identité.')
    expect(code).toBe(0)
    expect(await mentions()).toEqual([])
  })

  it('takes only this SIS from an account that has another, or that is an administrator’s', async () => {
    const [other] = await query(
      `select m.sapeur_id as id, m.user_id as user from auth.memberships m join auth.memberships n using (user_id)
        where m.sis_key = 'hs' and n.sis_key <> 'hs' and m.sapeur_id is not null limit 1`,
    )
    await query("update app.sis set sapeur_id = null where sis_key = 'hs'")
    await query("update app.mutations set sortie = incorporation where sis_key = 'hs' and sapeur_id = $1", [
      other.id,
    ])
    await query("delete from app.ecritures where sis_key = 'hs' and sapeur_id = $1 and decompte_id is null", [
      other.id,
    ])
    const { code, said } = await erase(String(other.id), '--yes')
    expect(said).toContain('Compte : délié.')
    expect(code).toBe(0)
    expect(await query('select disabled_at from auth.users where id = $1', [other.user])).toEqual([
      { disabled_at: null },
    ])
    expect(await query('select sis_key from auth.memberships where user_id = $1', [other.user])).toEqual([
      { sis_key: expect.not.stringMatching(/^hs$/) },
    ])
  })
})
