import { mount } from 'svelte'
import App from './App.svelte'
import { findHost } from './lib/host/transport.ts'
import { screenOf } from './navigation/router.svelte.ts'
import { loadScreen } from './shell/screen-code.svelte.ts'

// Its file arrives while the app reads its settings. The screen itself reports a failure.
loadScreen(screenOf(location.hash)).catch(() => undefined)
const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target, props: { host: findHost() } })
