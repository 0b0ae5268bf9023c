import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../../src/config.ts'

// Two machines of a network of their own: one of the cluster, and one with the addresses of those who ask.
const [machine, other] = ['a', 'b'].map((name) => `caserne-${process.pid}-${name}`) as [string, string]
const ports = [2379, 2380, 8008, 5432, 22]
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })
const within = (space: string, script: string, ...args: string[]) =>
  ['netns', 'exec', space, process.execPath, '-e', script, ...args] as const
let listening: ReturnType<typeof spawn>

beforeAll(async () => {
  for (const each of [machine, other]) ip('netns', 'add', each)
  ip('link', 'add', 'a0', 'netns', machine, 'type', 'veth', 'peer', 'name', 'b0', 'netns', other)
  ip('-n', machine, 'address', 'add', '10.0.0.1/24', 'dev', 'a0')
  for (const last of [2, 10, 99]) ip('-n', other, 'address', 'add', `10.0.0.${last}/24`, 'dev', 'b0')
  ip('-n', machine, 'link', 'set', 'a0', 'up')
  ip('-n', other, 'link', 'set', 'b0', 'up')
  // Twice: an operator loads it again after a change.
  for (let n = 0; n < 2; n++)
    ip('netns', 'exec', machine, 'nft', '-f', join(root, 'deploy/patroni/nftables.conf'))
  const listen = `for (const port of [${ports}]) require('net').createServer((s) => s.end()).listen(port, () => console.log(port))`
  listening = spawn('ip', within(machine, listen))
  for (let said = ''; said.trim().split('\n').length < ports.length; ) {
    const [text] = await once(listening.stdout ?? listening, 'data')
    said += text
  }
}, 60_000)
afterAll(() => {
  listening?.kill('SIGKILL')
  for (const each of [machine, other]) ip('netns', 'del', each)
})

// The ports that a machine with this address reaches.
function reached(from: string): number[] {
  const ask = `Promise.all([${ports}].map((port) => new Promise((resolve) => {
    const socket = require('net').connect({ host: '10.0.0.1', port, localAddress: '${from}', timeout: 2000 })
    socket.on('connect', () => resolve([port])).on('timeout', () => resolve([])).on('error', () => resolve([]))
  }))).then((all) => { console.log(JSON.stringify(all.flat())); process.exit() })`
  return JSON.parse(String(ip(...within(other, ask))))
}

it('the firewall lets the cluster to all, Caserne to PostgreSQL and Patroni, and strangers to neither', () => {
  expect(reached('10.0.0.2')).toEqual(ports)
  expect(reached('10.0.0.10')).toEqual([8008, 5432, 22])
  expect(reached('10.0.0.99')).toEqual([22])
})
