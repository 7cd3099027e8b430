import { defineElements } from '../elements/index.ts';
import { themeToggle } from './theme.ts';

defineElements();
const button = document.querySelector<HTMLButtonElement>('#theme');
if (button) themeToggle(button);
