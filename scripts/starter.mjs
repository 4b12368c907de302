import { readFileSync } from 'node:fs'

const CHECK_MS = 250
/** A longer gap between two checks means that the machine was asleep. */
const ASLEEP_MS = 1500
/** After Ctrl-Z and `fg` the shell between us has been woken as well as we. */
const CONTINUED_MS = 1000

/** What Linux tells of a process: its name, its parent, and how often it went to sleep. */
function look(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(text)?.[1]
    return {
      name: field('Name'),
      parent: field('PPid'),
      sleeps: field('voluntary_ctxt_switches'),
    }
  } catch {
    return null
  }
}

const parent = process.ppid
const first = process.platform === 'linux' ? look(parent) : null

/**
 * Calls `stop` once when the npm that started us was told to end but cannot tell us. npm runs a script
 * through `sh -c`, and where that is dash the shell stays between us: on SIGTERM it dies and we are orphaned,
 * on SIGINT it only notes the signal, which shows in nothing but its waking up. Returns a function that ends
 * the watch.
 */
export function watchStarter(stop) {
  let before = look(parent)
  let checkedAt = Date.now()
  let continuedAt = 0
  const onContinue = () => {
    continuedAt = Date.now()
  }
  if (process.platform !== 'win32') process.on('SIGCONT', onContinue)
  const end = () => {
    clearInterval(timer)
    process.off('SIGCONT', onContinue)
  }
  const timer = setInterval(() => {
    const isAwake = Date.now() - checkedAt < ASLEEP_MS
    checkedAt = Date.now()
    const now = first === null ? null : look(parent)
    const isOrphan = process.ppid !== parent || now?.parent !== first?.parent
    const isShell = first?.name === 'sh' || first?.name === 'dash'
    const wasWoken = isShell && isAwake && now?.sleeps !== before?.sleeps
    before = now
    if (!isOrphan && !wasWoken) return
    // The signal that continued us is heard in the loop's next phase.
    setImmediate(() => {
      if (!isOrphan && Date.now() - continuedAt < CONTINUED_MS) return
      end()
      stop(isOrphan ? 'SIGTERM' : 'SIGINT')
    })
  }, CHECK_MS)
  timer.unref()
  return end
}
