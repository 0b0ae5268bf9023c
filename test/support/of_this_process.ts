/** Tests that look into the process of the servers, or need a part that no installation has. */
interface OfThisProcess {
  file: string
  /** The beginning of the full titles; absent: all tests of the file. */
  title?: RegExp
  why: string
}

const spied = 'reads the statements that the process sends'

/**
 * The tests of test/http that cannot run against an installation (TEST_INSTALLATION), with the reason. All others do:
 * docs/how-to/release.md.
 */
export const ofThisProcess: OfThisProcess[] = [
  { file: 'if_none_match.test.ts', title: / is answered without being built /, why: spied },
  { file: 'list_sapeurs_plan.test.ts', title: / in one statement$/, why: spied },
  { file: 'statements.test.ts', why: spied },
  { file: 'tablette_start.test.ts', why: spied },
  { file: 'force_alarmes.test.ts', title: /^simultaneous callers share /, why: spied },
  {
    file: 'graphql.test.ts',
    title: /\bRuru\b/,
    why: 'Ruru, the page to write queries in, is a development package',
  },
  {
    file: 'outage.test.ts',
    title: /^an outage is one line /,
    why: 'counts lines of both servers in one process',
  },
]

/** Why a test does not run against an installation; undefined if it does. */
export function reasonToSkip(path: string, title: string): string | undefined {
  return ofThisProcess.find(
    ({ file, title: some }) => path.endsWith(`test/http/${file}`) && (some?.test(title) ?? true),
  )?.why
}
