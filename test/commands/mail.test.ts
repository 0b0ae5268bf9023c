import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { composeAlarme } from '../../src/demo/demo_alarme.ts'
import { killPrograms, runProgram } from '../support/program.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const run = useCommands(() => ({}))
const byProgram = usePrograms(() => ({}))
const directory = mkdtempSync(join(tmpdir(), 'caserne-mail-'))
afterAll(killPrograms)
afterAll(() => rmSync(directory, { recursive: true }))

function fileOf(name: string, content: string | Buffer): string {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

describe('mail parse', patience, () => {
  it('prints for a reader what a report would become', async () => {
    const mail = await composeAlarme({ date: new Date('2026-03-14T13:29:45Z'), complement: 'Cheminée' })
    const { code, said } = await byProgram(['mail', 'parse', fileOf('rapport.eml', mail)])
    expect(code).toBe(0)
    const [head, report, ...groups] = said.trimEnd().split('\n\n')
    expect(head?.split('\n')).toEqual([
      'État        alarm',
      'Format      mobilisation_report',
      'Expéditeur  cet@alarme.example.org',
      "Sujet       Rapport d'alarme FEU BAT",
      'Date        2026-03-14T13:29:45.000Z',
      'Message-ID  <1773494985000.hs.FEU-BAT@alarme.example.org>',
    ])
    expect(report?.split('\n')).toEqual([
      'Type         Alarme réelle',
      'Code         FEU BAT',
      'Couleur      ROUGE',
      'Adresse      2854 Bassecourt, Rue du Colonel-Hoffmeyer 12',
      'Complément   Cheminée',
      'Description  Feu bâtiment',
      'WGS84        47.33797,7.247339',
      'LV95         2585542,1243030',
      'Création     2026-03-14T14:28:15',
      'Début        2026-03-14T14:29:45',
      'Fin          2026-03-14T14:33:37',
    ])
    expect(groups[0]?.split('\n').slice(0, 2)).toEqual([
      'Groupe « 90 EM, SIS Haute-Sorne »',
      '  Amsler Ricarda   vient         +41795551010',
    ])
    expect(groups).toHaveLength(2)
  })

  it('reads standard input and answers JSON, with raw names of SIS and warnings', async () => {
    const input = [
      'From: La Centrale <CET@alarme.example.org>',
      '',
      'Type: Feu',
      'Lieu: 2800 Delémont',
      'SIS: hs, SIS Nulle Part',
      'Couleur: vert',
      'Sapeur: Amsler Ricarda, 077 123 45 67',
    ]
    const program = runProgram(['mail', 'parse', '--json', '-'], {}, { input: input.join('\r\n') })
    program.child.stdin?.end()
    expect(await program.ended).toMatchObject({ code: 0 })
    expect(JSON.parse(program.output())).toMatchObject({
      etat: 'alarm',
      raison: '',
      format: 'plain_text',
      message: { expediteur: 'cet@alarme.example.org', sujet: '', date: null, message_id: null },
      report: {
        type: 'Feu',
        adresse: '2800 Delémont',
        couleur: '',
        sis: ['hs', 'SIS Nulle Part'],
        personnes: [{ nom: 'Amsler Ricarda', telephones: ['077 123 45 67'], reponse: 'vient' }],
        avertissements: ['Couleur inconnue : vert.'],
      },
    })
  })

  it('ends with 0 for a mail that is no alarm, and with 1 for an unreadable file', async () => {
    const ignored = 'From: a@b.ch\r\nSubject: Fen\u001b[2Jêtre\r\n\r\nType: Avis météo'
    expect(await run(['mail', 'parse', fileOf('info.eml', ignored)])).toEqual({
      code: 0,
      said: `${[
        'État        ignored',
        'Raison      Avis météo.',
        'Format      plain_text',
        'Expéditeur  a@b.ch',
        'Sujet       Fen [2Jêtre',
      ].join('\n')}\n`,
    })
    const failed = 'From: a@b.ch\r\nContent-Type: application/json\r\n\r\n{"type": 1}'
    expect(await byProgram(['mail', 'parse', fileOf('faux.eml', failed)])).toMatchObject({
      code: 1,
      said: expect.stringContaining('Raison      JSON : le champ « type » n’a pas la forme attendue.'),
    })
    const nowhere = join(directory, 'rien.eml')
    expect(await run(['mail', 'parse', nowhere])).toEqual({
      code: 1,
      said: `Le fichier ${nowhere} ne peut être lu.\n`,
    })
  })
})
