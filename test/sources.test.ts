import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../src/config.ts'
import { contentsPage } from '../src/db/schema/compile_schema.ts'
import { refusals } from '../src/http/refusals/errors.ts'
import { expectNone } from './support/expect_none.ts'
import {
  dottedSentences,
  findLines,
  importsOfDist,
  longFiles,
  readSources,
  repeatedPolicies,
  silentVolatility,
  undocumentedSentences,
  undocumentedStates,
  wrongIncludes,
} from './support/sources.ts'

const sql = readSources(['sql'], ['.sql'])
const program = readSources(['src'], ['.ts'])
const errors = readFileSync(join(root, 'docs/errors.md'), 'utf8')

describe('process.env', () => {
  const offenders = (sources: typeof program) => findLines(sources, /process\.env\b/, ['src/config.ts'])

  it('is read only by src/config.ts', () => {
    expectNone(offenders(program), 'Add the setting to src/config.ts, and pass its value as an argument.')
  })

  it('is detected in another file', () => {
    const sources = new Map([
      ['src/http/app.ts', 'const a = 1\nconst port = process.env.PORT\n'],
      ['src/config.ts', 'process.env'],
    ])
    expect(offenders(sources)).toEqual(['src/http/app.ts:2'])
  })
})

describe('a policy', () => {
  it('is made once, for the second would replace the first', () => {
    expectNone(repeatedPolicies(sql), 'Join both conditions in one policy.')
  })

  it('is detected when it is made twice', () => {
    const policy = (name: string, table: string) => `create policy ${name} on app.${table} for select;\n`
    const sources = new Map([
      ['sql/a.sql', policy('soi', 'a') + policy('lecture', 'a')],
      ['sql/b.sql', policy('soi', 'b') + policy('soi', 'a')],
    ])
    expect(repeatedPolicies(sources)).toEqual(['sql/b.sql: soi on app.a'])
  })
})

describe('console', () => {
  it('is not used: the program writes to its log and to standard output', () => {
    expectNone(
      findLines(program, /\bconsole\.\w+\(/),
      'Write to the logger that the function is given, or to process.stdout in a command.',
    )
  })

  it('is detected', () => {
    expect(findLines(new Map([['src/a.ts', "console.log('a')"]]), /\bconsole\.\w+\(/)).toEqual(['src/a.ts:1'])
  })
})

describe('a connection to the database', () => {
  const bare = (sources: typeof program) =>
    findLines(sources, /new pg\.(Client|Pool)\(/, ['src/db/new_client.ts', 'src/db/pool.ts'])

  it('is opened in new_client.ts or pool.ts, which keep it alive', () => {
    expectNone(
      bare(program),
      'Open it by newClient of src/db/new_client.ts, or take the pool as an argument.',
    )
  })

  it('is detected elsewhere', () => {
    expect(bare(new Map([['src/a.ts', 'const a = new pg.Client(url)']]))).toEqual(['src/a.ts:1'])
  })
})

describe('an import', () => {
  // Ajv documents this path for JSON Schema 2020-12; graphile-migrate has no other way to end its pools.
  const known = ['graphile-migrate/dist/pgReal.js']

  it('reaches into no library’s dist/, except where the library leaves no other way', () => {
    expectNone(importsOfDist(program, known), 'Import what the library exports by its name.')
  })

  it('is detected in a dist/, static or dynamic', () => {
    const text =
      "import a from 'a/dist/b.js'\nconst c = await import('@c/c/dist/d.js')\nimport e from './dist/e.ts'"
    expect(importsOfDist(new Map([['src/a.ts', text]]), known)).toEqual([
      'src/a.ts: a/dist/b.js',
      'src/a.ts: @c/c/dist/d.js',
    ])
  })
})

describe('a number of statut', () => {
  // A figure is not a call that analysts would need a right for; a table's check and default are where numbers begin.
  const bare = /^(?!comment|\s*--|.*\bcheck \().*\bstatut (=|<>|<|>|<=|>=|in|not in) \(?\d/
  const rules = new Map([...sql].filter(([path]) => !path.startsWith('sql/stats/')))

  it('stands in intervention_statuts.sql or exercice_statuts.sql only', () => {
    expectNone(
      findLines(rules, bare),
      'Call a function of intervention_statuts.sql or exercice_statuts.sql instead.',
    )
  })

  it('is detected elsewhere', () => {
    expect(findLines(new Map([['sql/a.sql', '   and i.statut in (1, 2)']]), bare)).toEqual(['sql/a.sql:1'])
  })
})

describe('sql/schema.sql', () => {
  it('includes every file of sql/ once, except what `caserne migrate` runs beside the migrations', () => {
    expect(sql.size).toBeGreaterThan(80)
    expectNone(
      wrongIncludes(new Map(sql).set('sql/schema.sql', contentsPage())),
      'Add `--!include <path below sql/>` to sql/schema.sql, after what the file needs, or remove the line of a file that is gone.',
    )
  })

  it('is checked for missing, repeated and invented files', () => {
    const sources = new Map([
      ['sql/schema.sql', '--!include a.sql\n--!include b.sql\n--!include b.sql\n--!include gone.sql\n'],
      ['sql/database_roles.sql', ''],
      ['sql/a.sql', ''],
      ['sql/b.sql', ''],
      ['sql/c.sql', ''],
    ])
    expect(wrongIncludes(sources)).toEqual(['sql/b.sql', 'sql/c.sql', 'sql/gone.sql'])
  })
})

describe('a function of the database', () => {
  it('states its volatility in its head', () => {
    expectNone(silentVolatility(sql), 'Write stable, immutable or volatile after the language.')
  })

  it('is detected when it leaves out its volatility', () => {
    const text = 'create or replace function app.f() returns text\n  language sql\nas $$ select 1 $$;'
    expect(silentVolatility(new Map([['sql/app/f.sql', text]]))).toEqual(['sql/app/f.sql: app.f'])
  })
})

describe('docs/errors.md', () => {
  it('names every SQLSTATE that the database raises', () => {
    expectNone(undocumentedStates(sql, errors), 'Add a row for the SQLSTATE to the table of docs/errors.md.')
  })

  it('is checked for a missing SQLSTATE', () => {
    const sources = new Map([['sql/a.sql', "raise sqlstate 'PT418' using message = 'Je suis une théière';"]])
    expect(undocumentedStates(sources, errors)).toEqual(['PT418'])
  })

  it('holds every sentence that the database raises', () => {
    expectNone(undocumentedSentences(sql, errors), 'Add the sentence to docs/errors.md, in backquotes.')
  })

  it('is checked for a missing sentence', () => {
    const raised = "raise sqlstate 'PT409' using message = 'L''exercice est ' || statut;"
    const missed = (document: string) => undocumentedSentences(new Map([['sql/a.sql', raised]]), document)
    expect([missed("`L'exercice est bouclé`"), missed('`… est bouclé`')]).toEqual([[], []])
    expect([missed(''), missed('… est bouclé')]).toEqual([["L'exercice est"], ["L'exercice est"]])
  })

  it('is right that sentences without a field end without a full stop', () => {
    expectNone(dottedSentences(sql), 'Remove the full stop: only sentences about a field (PT422) have one.')
    const raise = (state: string) => `raise sqlstate '${state}' using message = format(\n  'Non, %s.', v_a);`
    const sources = new Map([['sql/a.sql', raise('PT409') + raise('PT422')]])
    expect(dottedSentences(sources)).toEqual(['Non, %s.'])
  })

  it('holds every refusal of src/http/refusals/errors.ts and its sentence', () => {
    const sentences = [
      'unknownPath',
      'noSisKey',
      'noToken',
      'expiredToken',
      'noRightInSis',
      'notJson',
      'wrongCredentials',
      'refreshTokenExpired',
      'wrongPassword',
      'badConfirmation',
      'badReset',
    ] as const
    const missing = Object.keys(refusals).filter((name) => !errors.includes(`\`${name}\``))
    expectNone(missing, 'Add a row for the refusal to docs/errors.md.')
    const silent = sentences.filter((name) => !errors.includes(String(refusals[name]().body)))
    expectNone(silent, 'Write the sentence of the refusal in its row of docs/errors.md.')
    expect(errors).toContain(refusals.permissionMissing(['intervention.lecture']).body)
    expect(errors).toContain(refusals.mailServerUnreachable().body)
    expect(errors).toContain(refusals.tooMany(60).body)
    expect(errors).toContain(refusals.busy().body)
    expect(errors).toContain(refusals.wrongMediaType().body)
    expect(errors).toContain(refusals.tooLarge().body)
    expect(errors).toContain(refusals.methodNotAllowed('GET').body)
  })
})

describe('a file', () => {
  const limits = { '.ts': 240, '.sql': 150 }

  it('has at most 240 lines of TypeScript or 150 of SQL', () => {
    const tests = readSources(['test'], ['.ts'])
    expectNone(
      longFiles(new Map([...sql, ...program, ...tests]), limits),
      'Move its second concept to a file of its own.',
    )
  })

  it('is detected when it is too long', () => {
    const sources = new Map([
      ['src/a.ts', '\n'.repeat(241)],
      ['src/b.ts', '\n'.repeat(240)],
      ['sql/a.sql', '\n'.repeat(151)],
      ['src/http/openapi/data.yaml', '\n'.repeat(1000)],
    ])
    expect(longFiles(sources, limits)).toEqual(['src/a.ts: 241 lines', 'sql/a.sql: 151 lines'])
  })
})
