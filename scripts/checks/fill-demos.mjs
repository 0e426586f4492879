// Fills the demos from which browser and desktop tests start. Prints nothing if it succeeds.
import { fillDemo } from '../../test/fakes/demo/fill-demo.ts'

await Promise.all([fillDemo('small'), fillDemo('typical')])
