import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Import, importFile } from '../../src/import/import_file.ts'
import { useDatabase } from '../support/database.ts'
import { plant } from '../support/table.ts'
import { useYears } from '../support/years.ts'

const database = useDatabase()
useYears(database, 2011, 2014)
const directory = mkdtempSync(join(tmpdir(), 'caserne-import-'))
const path = join(directory, 'fichier.csv')
afterAll(() => rmSync(directory, { recursive: true }))

async function load(kind: Import['kind'], lines: string[], rest: Partial<Import> = {}) {
  writeFileSync(path, `${lines.join('\n')}\n`)
  const client = await database.as('owner')
  const progress: number[][] = []
  const result = await importFile({
    client,
    kind,
    sis: 'hs',
    file: path,
    dryRun: false,
    progress: (...told) => progress.push(told),
    ...rest,
  })
  return { ...result, progress }
}

// A fault of a whole row.
const row = (line: number) => ({ line, field: null, value: null, more: 0 })

async function rows(text: string) {
  return (await (await database.as('admin')).query(text)).rows
}

beforeEach(async () => {
  await plant(database, "delete from app.vehicules; delete from app.interventions where objet like 'Import%'")
})

describe('sapeurs', () => {
  const header = 'nom;prenom;incorporation;no_avs;date_naissance;localite;civilite;porteur'

  it('are imported with all their fields, and recorded in the journal', async () => {
    const { rows: count, faults } = await load('sapeurs', [
      header,
      'Zurcher;Béat;01.01.2020;756.1234.5678.97;31.12.1990;2800 Delémont;monsieur;oui',
      'Zwahlen;Léa;2021-05-01;;;;Madame;non',
    ])
    expect([count, faults]).toEqual([2, []])
    expect(
      await rows(
        `select s.sis_key, s.nom_prenom, s.civilite_id::integer, s.porteur, a.no_avs, p.date_naissance::text, l.nom as localite,
                m.incorporation::text
           from app.sapeurs s
           join app.particularites p using (sis_key)
           join app.salaires a using (sis_key)
           join app.mutations m using (sis_key)
           left join app.localites l on l.id = p.localite_id
          where s.nom in ('Zurcher', 'Zwahlen') and s.id = p.sapeur_id and s.id = a.sapeur_id and s.id = m.sapeur_id
          order by s.nom_prenom`,
      ),
    ).toEqual([
      {
        sis_key: 'hs',
        nom_prenom: 'Zurcher Béat',
        civilite_id: 1,
        porteur: true,
        no_avs: '756.1234.5678.97',
        date_naissance: '1990-12-31',
        localite: 'Delémont',
        incorporation: '2020-01-01',
      },
      {
        sis_key: 'hs',
        nom_prenom: 'Zwahlen Léa',
        civilite_id: 2,
        porteur: false,
        no_avs: '',
        date_naissance: null,
        localite: null,
        incorporation: '2021-05-01',
      },
    ])
    expect(
      await rows(
        "select user_id, apres ->> 'nom' as nom from audit.journal where ressource = 'sapeurs' and sis_key = 'hs' and apres ->> 'nom' = 'Zurcher'",
      ),
    ).toEqual([{ user_id: null, nom: 'Zurcher' }])
  })

  it('are all refused when one is faulty; every fault has its line and column', async () => {
    const before = await rows('select count(*)::integer as n from app.sapeurs')
    const { faults } = await load('sapeurs', [
      header,
      'Zahnd;Luc;2020-01-01;;;;;',
      'Z;Luc;2020-01-01;756.1234.5678.98;2199-01-01;;;',
      'Zbinden;Luc;;;;;;',
      'Zbinden;Luc;2020-02-30;;;Atlantis;;',
      'Zbinden;Luc;2020-01-01;;;;;peut-être',
    ])
    expect(faults.map(({ line, field }) => [line, field])).toEqual([
      [3, expect.stringMatching(/^(no_avs|date_naissance)$/)],
      [4, 'incorporation'],
      [5, 'localite'],
      [5, 'incorporation'],
      [6, 'porteur'],
    ])
    expect(faults[2]).toMatchObject({ value: 'Atlantis', sentence: 'Cette valeur est inconnue.' })
    expect(await rows('select count(*)::integer as n from app.sapeurs')).toEqual(before)
  })
})

it('a file that is imported twice is refused the second time', async () => {
  const people = ['nom;prenom;incorporation;date_naissance', 'Ziegler;Éva;2020-01-01;1990-01-01']
  expect((await load('sapeurs', people)).faults).toEqual([])
  expect((await load('sapeurs', people)).faults).toEqual([
    {
      ...row(2),
      sentence: 'Un sapeur de ce nom et de cette date de naissance existe déjà',
    },
  ])
  const events = ['date_debut;heure_debut;objet', '2013-01-01;10:00;Import 9']
  expect((await load('interventions', events)).faults).toEqual([])
  expect((await load('interventions', events)).faults).toEqual([
    {
      ...row(2),
      sentence: 'Une intervention de ce moment, de cet objet et de ce lieu existe déjà',
    },
  ])
})

describe('vehicules', () => {
  it('are imported with prices as people write them', async () => {
    const { faults } = await load('vehicules', [
      'designation,immatriculation,forfait,type_unite,statut',
      'Tonne-pompe,JU 1,"150,50",km,oui',
    ])
    expect(faults).toEqual([])
    expect(
      await rows(
        "select designation, forfait, type_unite_id::integer, statut from app.vehicules where sis_key = 'hs'",
      ),
    ).toEqual([{ designation: 'Tonne-pompe', forfait: '150.50', type_unite_id: 4, statut: true }])
  })

  it('are only checked by a dry run', async () => {
    const { rows: count, faults } = await load('vehicules', ['designation', 'Tonne-pompe'], { dryRun: true })
    expect([count, faults]).toEqual([1, []])
    expect(await rows("select from app.vehicules where sis_key = 'hs'")).toEqual([])
  })

  it('that are repeated in a file are reported', async () => {
    const { faults } = await load('vehicules', ['designation', 'Échelle', 'Échelle'])
    expect(faults).toEqual([{ ...row(3), sentence: 'Cette désignation existe déjà' }])
  })
})

describe('interventions', () => {
  it('are numbered in the order of the file, in open years', async () => {
    const { rows: count, faults } = await load('interventions', [
      'date_debut;heure_debut;objet;type_intervention;sapeur',
      '03.01.2011;08:15;Import 1;Feu forêt;Tobler Daniel',
      '2011-02-01;8h;Import 2;;',
      '2012-01-01;00:00;Import 3;;',
    ])
    expect([count, faults.map(({ line, field }) => [line, field])]).toEqual([3, [[3, 'heure_debut']]])
    const again = await load('interventions', [
      'date_debut;heure_debut;objet;type_intervention;sapeur',
      '03.01.2011;08:15;Import 1;Feu forêt;Tobler Daniel',
      '2012-01-01;00:00;Import 3;;',
    ])
    expect(again.faults).toEqual([])
    expect(
      await rows(
        "select numero, type_intervention_id::integer as type, sapeur_id is not null as chef from app.interventions where objet like 'Import%' order by numero",
      ),
    ).toEqual([
      { numero: '2011-001', type: 4, chef: true },
      { numero: '2012-001', type: 17, chef: false },
    ])
  })
})

describe('interventions of a year that is not open', () => {
  it('are refused by line, with the step to take first', async () => {
    await plant(database, 'update app.exercices_comptables set boucle = true where annee = 2014')
    const { faults } = await load('interventions', [
      'date_debut;heure_debut;objet',
      '2014-02-01;08:00;Import 4',
      '1994-02-01;08:00;Import 5',
    ])
    expect(faults).toEqual([
      { ...row(2), sentence: 'Exercice comptable bouclé' },
      {
        ...row(3),
        sentence: 'Aucun exercice comptable ne contient le 01.02.1994 : il faut d’abord l’ouvrir',
      },
    ])
  })
})

describe('a file', () => {
  it('reports its progress', async () => {
    const lines = Array.from({ length: 1200 }, (_, n) => `Véhicule ${n}`)
    const { progress, rows: count } = await load('vehicules', ['designation', ...lines], { dryRun: true })
    expect(count).toBe(1200)
    expect(progress.map(([, , done]) => done)).toEqual([500, 1000, 1200])
    expect(progress.at(-1)?.[0]).toBe(progress.at(-1)?.[1])
  })

  it('without a single valid row stops being read after a hundred faults', async () => {
    const lines = Array.from({ length: 5000 }, () => ';x')
    const { faults } = await load('vehicules', ['designation;immatriculation', ...lines])
    expect(faults).toHaveLength(100)
  })

  it.each([
    [['designation;couleur', 'a;b'], /^Colonnes inconnues : couleur\. Les colonnes sont : designation, /],
    [['immatriculation', 'a'], /^Colonnes manquantes : designation\.$/],
    [['designation', '"a'], /^Ligne 2 : un guillemet n’est pas fermé/],
  ])('is refused as a whole: %j', async (lines, why) => {
    await expect(load('vehicules', lines)).rejects.toThrow(why)
  })

  it('needs an existing SIS, and is invisible to others', async () => {
    await expect(load('vehicules', ['designation', 'a'], { sis: 'ailleurs' })).rejects.toThrow(
      'SIS inconnu : ailleurs',
    )
    await load('vehicules', ['designation', 'Fourgon'])
    expect(await rows("select sis_key from app.vehicules where designation = 'Fourgon'")).toEqual([
      { sis_key: 'hs' },
    ])
  })
})
