import { render } from 'preact'
import { App } from './frame/app.tsx'

render(<App />, document.querySelector('#app')!)
