import Margin from '#renderer/margin/Margin.svelte'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { portfolioStress, stress } from '../fixtures/margin.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

export const show = (overrides: Partial<Answers> = {}) => mountInApp(Margin, {}, fixtureTransport(overrides))
export const answersWith = (over: Parameters<typeof stress>[1]): Partial<Answers> => ({
  'margin.stress': ({ shocks }) => stress(fixtureNow, { touched: shocks.map(() => 0), ...over }),
  'margin.portfolio': ({ shocks }) => portfolioStress({ touched: shocks.map(() => 0) }),
})
export const lastRequest = ({ transport }: Mounted) =>
  transport.calls.filter(({ method }) => method === 'margin.stress').at(-1)?.params as { shocks: unknown[] }
export const button = (screen: Mounted, name: string) =>
  [...screen.target.querySelectorAll('button')].find(
    (each) => each.textContent.trim() === name || each.getAttribute('aria-label') === name,
  )!
export async function choose(screen: Mounted, label: string, value: string): Promise<void> {
  const select = screen.find<HTMLSelectElement>(`select[aria-label="${label}"]`)
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await screen.settle()
}
