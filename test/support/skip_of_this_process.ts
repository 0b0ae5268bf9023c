import { beforeEach } from 'vitest'
import { reasonToSkip } from './of_this_process.ts'

// Loaded before each file while an installation is tested (vitest.config.ts).
beforeEach(({ task, skip }) => {
  const titles: string[] = []
  for (let each: typeof task | typeof task.suite = task; each !== undefined; each = each.suite)
    titles.unshift(each.name)
  const why = reasonToSkip(task.file.filepath, titles.filter((name) => name !== task.file.name).join(' '))
  skip(why !== undefined, why)
})
