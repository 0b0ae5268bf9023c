import { afterAll, describe, expect, it } from 'vitest'
import { composeAlarme } from '../../../src/demo/demo_alarme.ts'
import { MessageReader } from '../../../src/mail/reading/message_reader.ts'
import { deadlyMails, endlessMails, largeMails } from '../../support/endless_mails.ts'
import { type HostileMail, hostileMails } from '../../support/hostile_mails.ts'
import { whole } from '../../support/whole.ts'

const reader = new MessageReader()
// The time of an honest mail on a busy machine; an endless mail reaches the limit sooner.
const impatient = new MessageReader({ milliseconds: 3_000, megabytes: 300 })
afterAll(() => Promise.all([reader.close(), impatient.close()]))

async function outcomeOf(by: MessageReader, mail: HostileMail) {
  const { etat, ...rest } = await by.read(await mail.make())
  const raison = 'raison' in rest ? rest.raison : undefined
  return { etat, raison }
}

function expected({ etat, raison }: HostileMail) {
  return {
    etat,
    raison: raison ? expect.stringMatching(raison) : etat === 'alarm' ? undefined : expect.any(String),
  }
}

describe('a hostile mail', () => {
  it.each(hostileMails)('gets the reason of its failure: $name', async (mail) => {
    expect(await outcomeOf(reader, mail)).toEqual(expected(mail))
  })

  // message_reader.test.ts also reads the first.
  it.each(whole ? [...endlessMails, ...deadlyMails, ...largeMails] : endlessMails.slice(1, 2))(
    'is given up when it is $name, and the next is read',
    async (mail) => {
      const before = process.memoryUsage.rss()
      expect(await outcomeOf(impatient, mail)).toEqual(expected(mail))
      expect((await impatient.read(await composeAlarme())).etat).toBe('alarm')
      // The unpacked text was in another process; here are only a few copies of its bytes.
      expect(process.memoryUsage.rss() - before).toBeLessThan(400_000_000)
    },
    60_000,
  )
})
