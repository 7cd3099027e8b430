/**
 * A module of Node's own, or undefined elsewhere. Asked for by name at run time, so that no bundler for browsers meets an
 * import that it cannot resolve.
 */
export async function nodeModule<T>(name: string): Promise<T | undefined> {
  if (typeof process !== 'object' || !process.versions?.node) return undefined;
  // Since Node 20.16; before that only `import` knows.
  if (process.getBuiltinModule) return process.getBuiltinModule(name) as T;
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as T;
}
