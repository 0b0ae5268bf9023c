import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { Listener } from '../../../src/http/live/listener.ts'
import type { TestDatabase } from '../../support/database.ts'
import { soon } from './streams_fixture.ts'

/** Notifications of alarms that another server receives from now on, by their SIS. */
export async function hearAlarmes(database: TestDatabase): Promise<(string | null)[]> {
  const listener = new Listener(database.urls.api, pino({ level: 'silent' }))
  onTestFinished(() => listener.close())
  const heard: (string | null)[] = []
  listener.on('caserne_alarmes', (sis) => heard.push(sis))
  await expect.poll(() => heard, soon).toEqual([null])
  heard.pop()
  return heard
}
