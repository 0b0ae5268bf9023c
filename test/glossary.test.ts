import { describe, expect, it } from 'vitest'
import { expectNone } from './support/expect_none.ts'
import { breaches, type Glossary, readGlossary } from './support/glossary.ts'
import { namesOf } from './support/names.ts'

const glossary = readGlossary()
const named = namesOf()

describe('the glossary', () => {
  it('has no word in two rows, and does not forbid a word that it has', () => {
    const repeated = glossary.words.filter((word, index) => glossary.words.indexOf(word) !== index)
    const allowed = glossary.words.filter((word) => glossary.forbidden.has(word))
    expectNone([...repeated, ...allowed], 'Keep one row for the word, and take it out of the column Not.')
  })

  it('names the replacement of each forbidden word', () => {
    expect(glossary.forbidden.size).toBeGreaterThan(50)
    expect(glossary.forbidden.get('poll')).toBe('relève')
    expect(glossary.forbidden.get('mailbox')).toBe('messagerie')
  })

  it('excepts only names that exist', () => {
    const names = Object.values(named).flat()
    const used = (name: string) =>
      names.some((each) => each === name || (name.endsWith('/') && each.startsWith(name)))
    const gone = [...glossary.exceptions].filter((name) => !used(name))
    expectNone(gone, 'Remove the exception from docs/glossary.md, or give it the new name of the thing.')
  })
})

describe('names', () => {
  it('of files, database objects, operations, commands and tasks contain no forbidden word', () => {
    expect(Object.values(named).filter((names) => names.length <= 5)).toEqual([])
    expectNone(
      breaches(Object.values(named).flat(), glossary),
      'Use the word of docs/glossary.md; list a name of the wire under its exceptions.',
    )
  })
})

describe('a forbidden word', () => {
  const small: Glossary = {
    words: ['relève'],
    forbidden: new Map([['poll', 'relève']]),
    exceptions: new Set(['src/mail/', 'poll']),
  }

  it('is found in snake case, camel case and the plural', () => {
    const names = ['src/worker/read_poll.ts', 'api.list_polls', 'askPoll', 'app.pollution']
    expect(breaches(names, small)).toEqual([
      'src/worker/read_poll.ts: not poll, but relève',
      'api.list_polls: not poll, but relève',
      'askPoll: not poll, but relève',
    ])
  })

  it('is let through where an exception names it', () => {
    expect(breaches(['poll', 'src/mail/poll.ts', 'src/mailer/poll.ts'], small)).toEqual([
      'src/mailer/poll.ts: not poll, but relève',
    ])
  })
})
