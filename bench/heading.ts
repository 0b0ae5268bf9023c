import { cpus, totalmem } from 'node:os'

/** The head of a section of RESULTS.md: date, command, machine and versions of a measurement. */
export function heading(command: string, postgres: string): string {
  const processors = cpus()
  return [
    `## ${new Date().toISOString().slice(0, 10)}`,
    '',
    `\`npm run bench -- ${command}\` · Node ${process.versions.node} · PostgreSQL ${postgres} · ` +
      `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown CPU'} · ` +
      `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    '',
  ].join('\n')
}
