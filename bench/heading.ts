import { cpus, totalmem } from 'node:os'

/** The head of a section of RESULTS.md: when, by which command, on what it was measured, and what is not comparable. */
export function heading(seconds: number, rounds: number, postgres: string): string {
  const processors = cpus()
  return [
    `## ${new Date().toISOString().slice(0, 10)}`,
    '',
    `\`npm run bench -- ${seconds} ${rounds}\` · Node ${process.versions.node} · PostgreSQL ${postgres} · ` +
      `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown CPU'} · ` +
      `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    '',
    'b and c leave out what a does besides: checking the token, validating the request, and `auth.check_session`; c has no ' +
      'HTTP either.',
    '',
  ].join('\n')
}
