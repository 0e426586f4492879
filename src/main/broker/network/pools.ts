// The pools of undici without its fetch, WebSocket, caches and mocks: these would take 3 MB more memory in the tray.
import connect from 'undici/lib/api/api-connect.js'
import request from 'undici/lib/api/api-request.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'

// The index of undici does the same. The app uses `request`, and proxies use `connect`.
Object.assign(Dispatcher.prototype, { connect, request })

export { Agent, EnvHttpProxyAgent, ProxyAgent }
