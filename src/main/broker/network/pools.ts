// The pools of undici without its fetch, WebSocket, caches and mocks: with these the app in the tray holds 3 MB more.
import connect from 'undici/lib/api/api-connect.js'
import request from 'undici/lib/api/api-request.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'

// As undici does it in its index: for the requests of the app, and of a proxy.
Object.assign(Dispatcher.prototype, { connect, request })

export { Agent, EnvHttpProxyAgent, ProxyAgent }
