import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Files in /etc that systemd and its journal read.
const copied = ['passwd', 'group', 'shadow', 'nsswitch.conf', 'ld.so.cache', 'ld.so.conf', 'pam.d', 'ssl']

/**
 * Makes the root directory of a machine whose programs are those of this one (/usr), for systemd-nspawn.
 * @param directory is made
 */
export function makeMachine(directory: string): void {
  for (const each of ['etc/systemd/system', 'usr/lib', 'var', 'proc', 'sys', 'dev', 'run', 'tmp'])
    mkdirSync(join(directory, each), { recursive: true })
  for (const each of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${each}`, join(directory, each))
  for (const each of copied)
    if (existsSync(join('/etc', each)))
      cpSync(join('/etc', each), join(directory, 'etc', each), { recursive: true })
  cpSync('/usr/lib/os-release', join(directory, 'usr/lib/os-release'))
  symlinkSync('../usr/lib/os-release', join(directory, 'etc/os-release'))
  writeFileSync(join(directory, 'etc/machine-id'), `${'0123456789abcdef'.repeat(2)}\n`)
}

/**
 * Boots the machine with a real systemd, runs a script in it, and powers it off. It has the network of this machine.
 * @returns what the script printed
 * @throws what systemd printed, when the machine does not boot
 */
export function runInMachine(directory: string, script: string): string {
  const log = join(directory, 'var/script.log')
  // The boot before wrote one too.
  rmSync(log, { force: true })
  writeFileSync(join(directory, 'var/script.sh'), script)
  writeFileSync(
    join(directory, 'etc/systemd/system/script.service'),
    `[Unit]
After=multi-user.target
[Service]
Type=oneshot
StandardOutput=file:/var/script.log
StandardError=inherit
ExecStart=/bin/sh /var/script.sh
ExecStopPost=/bin/systemctl --no-block exit
`,
  )
  const options = ['--bind-ro=/usr', '--boot', '--register=no', '--keep-unit', '--console=pipe']
  const started = ['systemd.unit=multi-user.target', 'systemd.wants=script.service']
  const nspawn = ['systemd-nspawn', '-D', directory, ...options, ...started]
  const { stdout } = spawnSync('timeout', ['--kill-after=10', '150', ...nspawn], { encoding: 'utf8' })
  if (!existsSync(log)) throw new Error(`the machine did not boot:\n${stdout}`)
  return readFileSync(log, 'utf8')
}

/** Runs the install script for a machine. @returns what it printed */
export function installIn(directory: string, checkout: string, env: Record<string, string>): string {
  return execFileSync(join(checkout, 'deploy/install-debian.sh'), {
    env: { ...process.env, ...env, PATH: systemPath(), DESTDIR: directory },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

// Without the Node of this checkout, which the machine does not have.
function systemPath(): string {
  const folders = (process.env.PATH ?? '').split(':')
  return folders.filter((folder) => !folder.includes('node_modules')).join(':')
}
