import { expect, it } from 'vitest';
import type { AddressBE, AddressLU, AddressNL } from '../../src/index.ts';
import { describeInBrowser } from './describe-in-browser.ts';

describeInBrowser('An address is found', (inBrowser) => {
  it('in the Netherlands, by typing street and number', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 5');
    await visit.click('Kalverstraat 5 A');
    await visit.waitForAddress();
    const [address] = await inBrowser.service.answer<AddressNL[]>('/v1/directmatch/nl/1012NX/5/A');
    expect(await visit.parts()).toEqual({
      Street: 'Kalverstraat',
      'House number': '5',
      Letter: 'A',
      Postcode: '1012NX',
      Place: 'Amsterdam',
      Municipality: 'Amsterdam',
      Province: 'Noord-Holland',
    });
    expect(await visit.positions()).toEqual([address!.location!.wgs84.join(', '), address!.location!.rd.join(', ')]);
    expect(await visit.field.inputValue()).toBe('Kalverstraat 5A, 1012 NX Amsterdam');
    await visit.waitForPicture();
    await visit.screenshot('nl-address');
  });

  it('in Belgium, in either language, and is shown in that one with the other beside it', async () => {
    const [{ location } = { location: null }] = await inBrowser.service.answer<AddressBE[]>(
      '/v1/directmatch/be/1000/16/Wetstraat',
    );
    const names = {
      fr: ['Rue de la Loi', 'Bruxelles', 'Région de Bruxelles-Capitale'],
      nl: ['Wetstraat', 'Brussel', 'Brussels Hoofdstedelijk Gewest'],
    } as const;
    for (const [language, other] of [
      ['fr', 'nl'],
      ['nl', 'fr'],
    ] as const) {
      const visit = await inBrowser.visit();
      await visit.choose('be');
      const [street, municipality, province] = names[language];
      await visit.type(`${street.toLowerCase()} 16`);
      await visit.click(`${street} 16`);
      await visit.waitForAddress();
      expect(await visit.parts()).toEqual({
        Street: street,
        'House number': '16',
        Postcode: '1000',
        Place: municipality,
        Municipality: municipality,
        Province: province,
      });
      const [otherStreet, otherMunicipality, otherProvince] = names[other];
      expect(await visit.page.locator(`#facts .dim[lang=${other}]`).allTextContents()).toEqual([
        otherStreet,
        otherMunicipality,
        otherMunicipality,
        otherProvince,
      ]);
      expect(await visit.page.locator('#facts dd').first().getAttribute('lang')).toBe(language);
      expect(await visit.positions()).toEqual([location!.wgs84.join(', '), location!.bd72.join(', ')]);
      await visit.waitForPicture();
      await visit.screenshot(`be-address-${language}`);
    }
  });

  it('in Luxembourg', async () => {
    const visit = await inBrowser.visit();
    await visit.choose('lu');
    await visit.type("d'baach aus 12");
    await visit.click("D'Baach aus 12");
    await visit.waitForAddress();
    const [address] = await inBrowser.service.answer<AddressLU[]>("/v1/directmatch/lu/9209/12/D'Baach%20aus");
    expect(await visit.parts()).toEqual({
      Street: "D'Baach aus",
      'House number': '12',
      Postcode: '9209',
      Place: 'Diekirch',
      Municipality: 'Diekirch',
      Canton: 'Diekirch',
      District: 'Diekirch',
    });
    expect(await visit.positions()).toEqual([address!.location!.wgs84.join(', ')]);
    await visit.waitForPicture();
    await visit.screenshot('lu-address');
  });

  it('without a position, and the place of the picture says so', async () => {
    const visit = await inBrowser.visit();
    await visit.choose('lu');
    await visit.type('wéngertwee 16');
    await visit.click('Wéngertwee 16');
    await visit.page.getByText('The register gives no position for this address.').waitFor();
    expect(await visit.page.locator('#picture svg').count()).toBe(0);
    expect(await visit.parts()).toMatchObject({ Street: 'Wéngertwee', 'House number': '16' });
    await visit.screenshot('lu-without-position');
  });

  it('with the mouse alone after the first word: municipality, place, street, house', async () => {
    const visit = await inBrowser.visit();
    await visit.type('gooise');
    for (const label of ['Gooise Meren', 'Bussum', 'Beatrixstraat']) await visit.click(label);
    const last = visit.option('Beatrixstraat 1');
    await last.waitFor();
    expect(await visit.field.inputValue()).toBe('Bussum, Beatrixstraat ');
    await last.click();
    await visit.waitForAddress();
    expect(await visit.parts()).toMatchObject({ Street: 'Beatrixstraat', 'House number': '1', Place: 'Bussum' });
  });

  it('with the keyboard alone: province, municipality, place, street, house', async () => {
    const visit = await inBrowser.visit();
    const { keyboard } = visit.page;
    // To Luxembourg and into the field as one does without a mouse.
    await visit.page.getByRole('radio', { name: 'Belgium' }).focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Tab');
    await keyboard.type('redange');
    await visit.option('Redange/Attert').waitFor();
    await keyboard.press('Enter');
    await visit.option('Rambrouch').waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await visit.page.getByText('place in Redange/Attert, Redange').waitFor();
    await keyboard.press('Enter');
    await visit.option('Rue Auguste Schmit').waitFor();
    await keyboard.press('Enter');
    await visit.page.locator('[role=option]:not([data-opens])').first().waitFor();
    const house = (await visit.page.locator('.row-label').first().textContent())!;
    await keyboard.press('Enter');
    await visit.waitForAddress();
    expect(house).toMatch(/^Rue Auguste Schmit \d/);
    const { Street, 'House number': number, Canton } = await visit.parts();
    expect(`${Street} ${number}, ${Canton}`).toBe(`${house}, Redange`);
    // The postal line of Luxembourg: the number in front.
    expect(await visit.field.inputValue()).toMatch(new RegExp(`^${number}, ${Street}, L-[0-9]{4} Redange/Attert$`));
  });

  it('through a street name of several places, and through a house with boxes', async () => {
    const grouped = await inBrowser.visit();
    await grouped.type('beatrixstraat');
    await grouped.click('Beatrixstraat');
    await grouped.options.nth(2).waitFor();
    expect(await grouped.page.locator('.row-description').allTextContents()).toContain('street in Bussum');

    const boxes = await inBrowser.visit();
    await boxes.choose('be');
    await boxes.type('neerpedestraat 316');
    await boxes.click('Neerpedestraat 316');
    await boxes.click('Neerpedestraat 316 bus 0002');
    await boxes.waitForAddress();
    expect(await boxes.parts()).toMatchObject({ 'House number': '316', Box: '0002' });
  });

  it('by typing on behind what was chosen, and deleting leads one level up', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalver');
    await visit.click('Kalverstraat');
    await visit.option('Kalverstraat 1').waitFor();
    await visit.field.press('End');
    await visit.type('92');
    expect(await visit.page.locator('.row-label').allTextContents()).toEqual(['Kalverstraat 92']);
    expect(await visit.page.locator('mark').allTextContents()).toEqual(['92']);
    for (let i = 0; i < '92 '.length; i++) await visit.field.press('Backspace');
    await visit.option('Kalverstraat').waitFor();
    expect(await visit.page.locator('.row-description').allTextContents()).toEqual([
      'street in Amsterdam, Netherlands',
    ]);
  });

  it('in one country alone, and what was found before is gone', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 92');
    await visit.click('Kalverstraat 92');
    await visit.waitForPicture();
    await visit.choose('be');
    expect(await visit.field.inputValue()).toBe('');
    expect(await visit.parts()).toEqual({});
    expect(await visit.page.locator('#found').isHidden()).toBe(true);
    expect(await visit.page.locator('#picture svg').count()).toBe(0);
    await visit.type('eupener pfad');
    expect(await visit.page.locator('.row-description').allTextContents()).toEqual(['street in Sankt Vith']);
  });
});
