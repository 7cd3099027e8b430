/** A line above an element for what a reader has to be told, with a button that closes it. */
export function noticeBefore(element: Element): (message: string | undefined) => void {
  let notice: HTMLElement | undefined;
  return (message) => {
    notice?.remove();
    notice = undefined;
    if (message === undefined) return;
    notice = document.createElement('p');
    notice.className = 'notice';
    notice.setAttribute('role', 'alert');
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = 'close';
    close.addEventListener('click', () => notice?.remove());
    notice.append(message, ' ', close);
    element.before(notice);
  };
}
