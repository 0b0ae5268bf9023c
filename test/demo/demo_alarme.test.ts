import { describe, expect, it } from 'vitest'
import { ALARM_CENTRE, composeAlarme, firstAlarms } from '../../src/demo/demo_alarme.ts'
import { sendAlarme } from '../../src/demo/send_alarme.ts'
import { readEnvelope } from '../../src/mail/mime/read_envelope.ts'
import { parseMessage } from '../../src/mail/reading/parse_message.ts'

const date = new Date('2026-07-14T12:29:45Z')

async function read(raw: Buffer) {
  const parsed = await parseMessage(raw)
  if (parsed.etat !== 'alarm') throw new Error(parsed.raison)
  return parsed.report
}

describe('an alarm of the demo', () => {
  it('is a mobilisation report with the given facts', async () => {
    const raw = await composeAlarme({
      date,
      sis: ['hs', 'test'],
      code: 'POLLU',
      couleur: 'JAUNE',
      adresse: '2800 Delémont, Rue de la Gare 15',
      position: { e: 2593067, n: 1246045 },
      complement: 'Cour',
    })
    const { groupes, ...rest } = await read(raw)
    expect(rest).toEqual({
      type: 'Alarme réelle',
      code: 'POLLU',
      couleur: 'JAUNE',
      adresse: '2800 Delémont, Rue de la Gare 15',
      complement: 'Cour',
      description: 'POLLU',
      lv95: { e: 2593067, n: 1246045 },
      wgs84: { lat: 47.36521, lon: 7.346858 },
      date_creation: '2026-07-14T14:28:15',
      debut: '2026-07-14T14:29:45',
      fin: '2026-07-14T14:33:37',
      sis: [],
      personnes: [],
      groupes_ecartes: [],
      incomplet: false,
      avertissements: [],
    })
    expect(groupes.map(({ titre }) => titre)).toEqual([
      '90 EM, SIS Haute-Sorne',
      '91 1er secours, SIS Haute-Sorne',
      '90 EM, SIS Test',
      '91 1er secours, SIS Test',
    ])
    expect(groupes[0]?.personnes[0]).toEqual({
      nom: 'Amsler Ricarda',
      telephones: ['+41795551010'],
      reponse: 'vient',
    })
  })

  it('comes from the alarm centre, with a Message-ID made of its time', async () => {
    expect(await readEnvelope(await composeAlarme({ date }))).toMatchObject({
      from: ALARM_CENTRE,
      subject: "Rapport d'alarme FEU BAT",
      messageId: `<${date.getTime()}.hs.FEU-BAT@alarme.example.org>`,
      date: '2026-07-14T12:29:45.000Z',
    })
  })

  it('lies in the place of its address, at a point of its own, and nowhere if the demo does not know the place', async () => {
    const placed = (adresse: string) => composeAlarme({ date, adresse }).then(read)
    const [first, second, away] = await Promise.all(
      ['2855 Glovelier, Rue A 1', '2855 Glovelier, Rue B 2', '1200 Genève, Rue C 3'].map(placed),
    )
    // The middle of Glovelier, and half of the diagonal of its streets.
    for (const { lv95 } of [first, second].filter((each) => each !== undefined))
      expect(Math.hypot((lv95?.e ?? 0) - 2_582_420, (lv95?.n ?? 0) - 1_242_680)).toBeLessThan(550)
    expect(first?.lv95).not.toEqual(second?.lv95)
    expect(away?.lv95).toBeNull()
  })

  it('is the same mail for the same moment', async () => {
    expect((await composeAlarme({ date })).equals(await composeAlarme({ date }))).toBe(true)
  })

  it('refuses a SIS that the demo does not have', async () => {
    await expect(composeAlarme({ sis: ['nulle-part'] })).rejects.toThrow(
      'SIS inconnu de la démo : nulle-part (hs, test)',
    )
  })

  it('reports a missing mailbox', async () => {
    await expect(sendAlarme({}, 9)).rejects.toThrow('Aucune messagerie sur le port 9')
  })
})

it('starts the demo with three alarms of the last hours: for one SIS, for the other, and for both', async () => {
  const reports = await Promise.all((await firstAlarms(date)).map(read))
  expect(reports.map(({ code, couleur, debut, groupes }) => [code, couleur, debut, groupes.length])).toEqual([
    ['INOND', 'BLEU', '2026-07-14T11:19:45', 2],
    ['AA', 'JAUNE', '2026-07-14T12:54:45', 2],
    ['FEU BAT', 'ROUGE', '2026-07-14T14:17:45', 4],
  ])
})
