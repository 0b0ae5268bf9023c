import { describe } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { askTable } from '../../support/table.ts'

const database = useDatabase()

const staff = ['sapeur.lecture', 'sapeur.modification']
const writer = ['sapeur.modification']
const first = "(select min(id) from app.sapeurs where sis_key = 'hs')"
const last = "(select max(id) from app.sapeurs where sis_key = 'hs')"

describe('app.indisponibilites', () => {
  askTable(database, {
    table: 'indisponibilites',
    seed: `insert into app.indisponibilites (sapeur_id, debut, fin)
           select min(id), now(), now() + interval '8 hours' from app.sapeurs`,
    read: writer,
    soi: { column: 'sapeur_id', sapeur: first, writes: true },
    add: {
      with: writer,
      row: {
        sapeur_id: last,
        debut: "'2026-03-16 08:00+01'",
        fin: "'2026-03-16 17:00+01'",
        motif: "'travail'",
        recurrence: "'FREQ=DAILY;COUNT=5'",
      },
    },
    change: { with: writer, columns: ['debut', 'fin', 'motif', 'recurrence'] },
    remove: { with: writer },
  })
})

describe('app.piquets', () => {
  askTable(database, {
    table: 'piquets',
    seed: `insert into app.piquets (sapeur_id, debut, fin)
           select min(id), '2026-03-16 18:00+01', '2026-03-23 18:00+01' from app.sapeurs`,
    read: staff,
    soi: { column: 'sapeur_id', sapeur: first },
    add: {
      with: writer,
      row: {
        sapeur_id: last,
        groupe_id: "(select min(id) from app.groupes where sis_key = 'hs')",
        fonction_id: "(select min(id) from app.fonctions where sis_key = 'hs')",
        debut: "'2026-03-16 18:00+01'",
        fin: "'2026-03-23 18:00+01'",
      },
    },
    change: {
      with: writer,
      columns: ['sapeur_id', 'groupe_id', 'fonction_id', 'debut', 'fin', 'repreneur_id'],
    },
    remove: { with: writer },
  })
})

describe('app.effectif_requis', () => {
  const row = {
    designation: "'Nuit'",
    minimum: '4',
    porteur: 'true',
    fonction_id: "(select min(id) from app.fonctions where sis_key = 'hs')",
    permis_type_id: "(select min(id) from app.permis_types where sis_key = 'hs')",
    groupe_id: "(select min(id) from app.groupes where sis_key = 'hs')",
    jours: "'{1,2,3,4,5}'",
    heure_debut: "'18:00'",
    heure_fin: "'06:00'",
  }
  askTable(database, {
    table: 'effectif_requis',
    seed: "insert into app.effectif_requis (designation, minimum) values ('Jour', 3) on conflict do nothing",
    read: staff,
    add: { with: writer, row },
    change: { with: writer, columns: Object.keys(row) },
    remove: { with: writer },
  })
})

describe('app.manques_annonces', () => {
  const requis = "(select id from app.effectif_requis where sis_key = 'hs' and designation = 'Jour')"
  askTable(database, {
    table: 'manques_annonces',
    seed: `insert into app.effectif_requis (designation, minimum) values ('Jour', 3) on conflict do nothing;
           insert into app.manques_annonces (effectif_requis_id, debut, fin, disponibles)
           select max(id), now(), now(), 2 from app.effectif_requis`,
    read: staff,
    add: {
      by: 'owner',
      with: writer,
      row: { effectif_requis_id: requis, debut: 'now()', fin: 'now()', disponibles: '2' },
    },
    change: { by: 'owner', with: writer, columns: ['fin'], set: 'fin = now()' },
    remove: { by: 'owner', with: writer },
  })
})

describe('app.disponibilites_jours', () => {
  askTable(database, {
    table: 'disponibilites_jours',
    seed: `insert into app.disponibilites_jours (jour, effectif, absents, piquets)
           values ('2026-03-14', '{4}', '{1}', '{1}')`,
    read: [...staff, 'sis.config'],
    add: {
      by: 'owner',
      with: ['sis.config'],
      row: { jour: "'2026-03-15'", effectif: "'{4}'", absents: "'{1}'", piquets: "'{1}'" },
    },
  })
})
