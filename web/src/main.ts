import { mount } from 'svelte';
import App from './App.svelte';
import { beginAnewWhenPartsFail } from './lib/late';
import './style.css';

beginAnewWhenPartsFail();
mount(App, { target: document.getElementById('page')! });
