import { describe, expect, it } from 'vitest'
import { expectNone } from './support/expect_none.ts'
import { findLines, readSources } from './support/sources.ts'

describe('the board', () => {
  const asking =
    /\bnew Date\(|\bDate\.now\(|\.toLocale\w*String\(|\bDateTimeFormat\(|\.get(Hours|Minutes|Day|Date|Month|FullYear)\(/
  const offenders = (sources: Map<string, string>) =>
    findLines(sources, asking, ['src/tableau/views/sis_clock.ts'])

  it('asks the browser for a time only in views/sis_clock.ts', () => {
    expectNone(
      offenders(readSources(['src/tableau'], ['.ts'])),
      'Call serverNow, today, dayOf or formatIso of sis_clock.ts, which know the time zone of the SIS and the clock of the server.',
    )
  })

  it('is detected when it asks elsewhere', () => {
    const lines = ['const a = new Date(iso)', 'Date.now()', 'Date.parse(iso)', 'day.getFullYear()']
    expect(offenders(new Map([['src/tableau/a.ts', lines.join('\n')]]))).toEqual(
      [1, 2, 4].map((line) => `src/tableau/a.ts:${line}`),
    )
  })
})

describe('a local time', () => {
  // The last part before `at time zone` shows a local time: it has a date or a time of day.
  const local =
    /(\b(date|heure)_\w+\)?|\.heure\)|::(timestamp|date|time)\)?|\bjour( \+ 1)?\)|time '[^']+'\)|interval '[^']+'\)|to_date\(.*\)) at time zone (?!'UTC')/
  const except = ['sql/request/instant_of.sql', 'sql/jobs/alarmes/read_report_instant.sql']
  const offenders = (sources: Map<string, string>) => findLines(sources, local, except)

  it('becomes an instant by request.instant_of only', () => {
    expectNone(
      offenders(readSources(['sql', 'src'], ['.sql'])),
      'Call request.instant_of, or app.instant_debut.',
    )
  })

  it('is detected when `at time zone` reads it', () => {
    const lines = [
      '(i.date_debut + i.heure_debut) at time zone fuseau',
      'jour::timestamp at time zone fuseau',
      'now() at time zone fuseau',
      'p.debut at time zone fuseau',
    ]
    expect(offenders(new Map([['sql/a.sql', lines.join('\n')]]))).toEqual(['sql/a.sql:1', 'sql/a.sql:2'])
  })
})
