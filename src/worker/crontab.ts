import { parseCronItems } from 'graphile-worker'

// IDLE announces mail at once; the clock asks every minute in case it does not.
/** Tasks of the worker by the clock. */
export const crontab = parseCronItems([
  { task: 'ask_releves', match: '* * * * *' },
  { task: 'create_interventions', match: '* * * * *' },
  { task: 'take_reports', match: '* * * * *' },
  { task: 'ask_relectures', match: '* * * * *' },
  { task: 'release_jobs', match: '* * * * *' },
  { task: 'purge_messages', match: '17 3 * * *' },
  { task: 'purge_tokens', match: '37 3 * * *' },
  { task: 'purge_reponses', match: '57 3 * * *' },
  { task: 'purge_disponibilites', match: '7 4 * * *' },
  // A day is over at another hour in each time zone.
  { task: 'keep_disponibilites', match: '12 * * * *' },
  { task: 'tell_manques', match: '*/10 * * * *' },
  { task: 'purge_envois', match: '7 4 * * *' },
])
