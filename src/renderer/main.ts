import { mount } from 'svelte'
import { createClient } from '../shared/client.ts'
import App from './App.svelte'
import { findHost } from './lib/host/transport.ts'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
const host = findHost()
mount(App, { target, props: { host, client: createClient(host) } })
