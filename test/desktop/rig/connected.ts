import type { ElectronApplication, Page } from 'playwright'
import type { DemoBroker } from '#main/demo/server.ts'
import { connectTo } from './call.ts'
import { fillWithDemo, startDesktop } from './launch.ts'

/** A part of a desktop that is available on its session bus. */
interface StandIn {
  appear(): Promise<void>
  close(): void
}

interface Connected<S extends StandIn> {
  readonly standIn: S
  readonly app: ElectronApplication
  readonly page: Page
  readonly busAddress: string
  close(): Promise<void>
}

/** Starts the app on a separate desktop with this stand-in, connected to a broker and live. The caller closes the app and the broker. */
export async function startConnected<S extends StandIn>(
  broker: DemoBroker,
  StandInClass: new (busAddress: string) => S,
): Promise<Connected<S>> {
  const desktop = await startDesktop()
  try {
    fillWithDemo(desktop.dataDir)
    const standIn = new StandInClass(desktop.busAddress)
    await standIn.appear()
    const app = await desktop.launch()
    const page = await app.firstWindow()
    await page.getByRole('navigation').first().waitFor()
    await connectTo(page, broker)
    await page.getByText(/^live/).first().waitFor()
    const close = async (): Promise<void> => {
      await app.close()
      standIn.close()
      await desktop.stop()
    }
    return { standIn, app, page, close, busAddress: desktop.busAddress }
  } catch (error) {
    await desktop.stop()
    throw error
  }
}
