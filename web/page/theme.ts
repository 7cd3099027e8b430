/** Light or dark as the system has it, until the reader says otherwise; the choice is kept where storage is allowed. */
export function themeToggle(button: HTMLButtonElement): void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
  const label = () => {
    button.textContent = isDark() ? 'light theme' : 'dark theme';
  };
  const kept = read();
  if (kept) root.dataset.theme = kept;
  button.hidden = false;
  label();
  system.addEventListener('change', label);
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    keep(root.dataset.theme);
    label();
  });
}

const KEY = 'attention-theme';

function read(): string | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : undefined;
  } catch {
    return undefined;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
}
