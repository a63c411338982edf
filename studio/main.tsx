import { render } from 'preact'
import { App } from './frame/app.tsx'
import { listenToKeys } from './frame/keys.ts'
import { openServed } from './state/open-file.ts'

listenToKeys()
void openServed()
render(<App />, document.querySelector('#app')!)
