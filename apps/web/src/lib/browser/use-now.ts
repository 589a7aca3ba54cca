import { useEffect, useState } from 'react'

/** The time, fresh every so many milliseconds: for words like '2 min ago' that continue being true. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), every)
    return () => window.clearInterval(timer)
  }, [every])
  return now
}
