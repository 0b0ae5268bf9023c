/**
 * Reports that the next step of a long piece of work begins.
 * @param name the step's name for people, in French.
 * @param steps the number of all steps, if the work knows it.
 */
export type Step = (name: string, steps?: number) => void

/** For work whose progress nobody watches. */
export const unwatched: Step = () => undefined

/**
 * Shows the progress of a piece of work as a bar on standard error. Shows nothing if standard error is no terminal, or
 * if the work has no steps.
 * @param steps the expected number of steps; null if the work itself says it. The bar is full only when the work ends.
 */
export async function showProgress<T>(steps: number | null, work: (step: Step) => Promise<T>): Promise<T> {
  const { Presets, SingleBar } = (await import('cli-progress')).default
  const format = '  {bar} {percentage} %  {step}'
  const bar = new SingleBar(
    { format, barsize: 24, clearOnComplete: true, noTTYOutput: false, stream: process.stderr },
    Presets.shades_classic,
  )
  let begun = 0
  const step: Step = (name, all = steps ?? 1) => {
    if (begun === 0) bar.start(all, 0, { step: name })
    else bar.update(Math.min(begun, all - 1), { step: name })
    begun += 1
  }
  return await work(step).finally(() => begun > 0 && bar.stop())
}
