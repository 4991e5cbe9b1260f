extension Culture {
    static let arabic = Culture(
        language: "ar", country: "الأردن", isoCountry: "JO",
        women: names("آمنة/amina ليلى/layla مريم/maryam نور/nour هدى/huda ياسمين/yasmin"),
        men: names("أحمد/ahmad إبراهيم/ibrahim خالد/khalid عمر/omar يوسف/yousuf عبد_الله/abdullah"),
        families: names("الزيتوني/alzaytuni البحّار/albahhar النجّار/alnajjar القمري/alqamari السوسني/alsawsani"),
        prefixes: ["د."], places: places("عين الياسمين|إربد|حيّ الزيتون"),
        streets: phrases("شارع الرمّان\nزقاق النحّاسين"),
        postalCode: "000##", phones: PhoneRange.abroad, organizations: phrases("مكتبة القمر\nشركة النخيل"),
        jobs: phrases("مهندسة\nمعلّم\nطبيبة"))

    static let hebrew = Culture(
        language: "he", country: "ישראל", isoCountry: "IL",
        women: names("אביגיל/avigail יעל/yael נועה/noa רות/rut שירה/shira"),
        men: names("איתן/eitan דוד/david יונתן/yonatan נדב/nadav עידו/ido"),
        families: names("בן־הר/benhar גלבוע/gilboa זיתוני/zeituni כרמלי/carmeli שקדי/shkedi"),
        places: places("גבעת שקד|הגליל|"), streets: phrases("רחוב התאנה"), postalCode: "00000##",
        phones: PhoneRange.abroad,
        organizations: phrases("מאפיית השיבולת"), jobs: phrases("מורה\nמהנדס"))

    static let thai = Culture(
        language: "th", country: "ประเทศไทย", isoCountry: "TH",
        women: names("กานดา/kanda ดวงใจ/duangjai น้ำฝน/namfon มาลี/mali"),
        men: names("กล้า/kla ธงชัย/thongchai ปรีชา/pricha สมชาย/somchai"),
        families: names("แก้วมณี/kaeomani ดอกไม้ทอง/dokmaithong ศรีสุข/sisuk เรืองแสง/rueangsaeng"),
        places: places("บ้านดอกบัว|เชียงใหม่|"), streets: phrases("ถนนมะลิ"), postalCode: "000##", phones: PhoneRange.abroad,
        organizations: phrases("ร้านหนังสือดาวเหนือ"), jobs: phrases("ครู\nวิศวกร"))

    static let hindi = Culture(
        language: "hi", country: "भारत", isoCountry: "IN",
        women: names("आशा/asha ज्योति/jyoti प्रिया/priya लक्ष्मी/lakshmi सुमन/suman"),
        men: names("अर्जुन/arjun कृष्ण/krishna मोहन/mohan रवि/ravi विक्रम/vikram"),
        families: names("क्षीरसागर/kshirsagar चौधरी/chaudhary त्रिपाठी/tripathi फूलवाला/phulwala शर्मा/sharma"),
        prefixes: ["डॉ."], places: places("कमलपुरा|राजस्थान|"), streets: phrases("नीम गली\nचाँदनी मार्ग"), postalCode: "0000##",
        phones: PhoneRange.abroad, organizations: phrases("सूर्य पुस्तक भंडार"), jobs: phrases("अध्यापिका\nअभियंता"))
}
