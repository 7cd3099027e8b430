// Reads what the docs say out of the sources' types and the comments above them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../run.mjs';

const printer = ts.createPrinter({ removeComments: true });

export function parse(file) {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Everything that a source file exports under a name of its own. */
export function declarations(file) {
  const source = parse(file);
  return source.statements
    .filter(
      (node) =>
        node.name &&
        (ts.isInterfaceDeclaration(node) ||
          ts.isTypeAliasDeclaration(node) ||
          ts.isFunctionDeclaration(node)),
    )
    .map((node) => described(node, source));
}

function described(node, source) {
  const { text, tags } = commentOn(node);
  const code = ts.isFunctionDeclaration(node) ? signature(node, source) : print(bare(node), source);
  return {
    name: node.name.getText(source),
    kind: ts.isFunctionDeclaration(node) ? 'function' : 'type',
    ...{ code, text, tags },
    members: ts.isInterfaceDeclaration(node) ? node.members.map((member) => memberOf(member, source)) : [],
  };
}

function memberOf(member, source) {
  const { text, tags } = commentOn(member);
  return {
    name: member.name.getText(source).replace(/^'|'$/g, ''),
    kind: ts.isMethodSignature(member) ? 'method' : 'property',
    type: member.type?.getText(source) ?? '',
    code: print(member, source).replace(/;$/, ''),
    ...{ text, tags },
  };
}

/** A function without what it does. */
function signature(node, source) {
  const heading = ts.factory.createFunctionDeclaration(
    undefined,
    undefined,
    node.name,
    node.typeParameters,
    node.parameters,
    node.type,
    undefined,
  );
  return print(heading, source);
}

/** An interface whose members are told one by one. */
function bare(node) {
  if (!ts.isInterfaceDeclaration(node)) return node;
  return ts.factory.createInterfaceDeclaration(
    undefined,
    node.name,
    node.typeParameters,
    node.heritageClauses,
    [],
  );
}

function print(node, source) {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, source)
    .replace(/^export /, '')
    .replace(/\s*\{\s*\}$/, '');
}

function commentOn(node) {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const comment = comments.at(-1);
  return {
    text: ts.getTextOfJSDocComment(comment?.comment) ?? '',
    tags: (comment?.tags ?? []).map((tag) => ({
      name: tag.tagName.text,
      of: tag.name?.getText() ?? '',
      text: (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^- /, ''),
    })),
  };
}

/** The attribute of each property of an element, as its class declares them. */
export function attributesOf(file) {
  const found = new Map();
  const visit = (node) => {
    const declares = ts.isPropertyDeclaration(node) && node.name.getText() === 'properties';
    if (!declares) return ts.forEachChild(node, visit);
    for (const property of node.initializer.properties)
      if (ts.isPropertyAssignment(property)) found.set(property.name.getText(), attributeOf(property));
  };
  visit(parse(file));
  return found;
}

function attributeOf(property) {
  const { initializer } = property;
  const named = ts.isCallExpression(initializer)
    ? initializer.arguments[0]
    : initializer.properties.find((entry) => entry.name?.getText() === 'attribute')?.initializer;
  return named && ts.isStringLiteral(named) ? named.text : property.name.getText().toLowerCase();
}

/** The details of an element's events by their names. */
export function eventsOf(file, map) {
  const all = declarations(file);
  return all
    .find(({ name }) => name === map)
    .members.map(({ name, text, type }) => {
      const detail = /^CustomEvent<(\w+)>$/.exec(type)[1];
      return { name, text, detail, fields: all.find((other) => other.name === detail).members };
    });
}
