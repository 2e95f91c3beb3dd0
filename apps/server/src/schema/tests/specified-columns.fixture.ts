/** The columns that the specification's data model names, by table, in its words and its order. */
export const SPECIFIED: Record<string, string> = {
  bookings: `
    itemId renterId ownerId startAt endAt
    totalCents rentalPart deliveryPart cleaningPart taxPart depositPart insurancePart depositAmount
    commissionAmount commissionRate ownerEarnings platformCommission taxAmount taxRate taxJurisdiction
    serviceFeeAmount deliveryFee priceBreakdown
    status paymentStatus approvalStatus rentalStatus payoutStatus
    rentalPaymentReference depositPaymentReference authExpiresAt ownerDecisionDeadline reAuthAttempts
    maxReAuthAttempts depositReleased commissionPaid depositRefundedAt
    lateFeeAmount lateFeeCents
    checkOutConfirmedByRenter checkOutConfirmedByOwner checkInConfirmedByRenter checkInConfirmedByOwner
    conditionOut conditionIn renterCheckOutAt ownerCheckOutAt renterCheckInAt ownerCheckInAt
    checkoutNotes returnCondition returnNotes conditionOutNotes conditionInNotes
    renterCheckoutPhotos renterCheckinPhotos ownerCheckinPhotos
    isDisputed adminResolution adminNotes
    exchangeType exchangePlace exchangeAddress exchangeLatitude exchangeLongitude
    deliveryMethod deliveryAddress pickupMethod meetupLocation
    scheduledPickupAt actualPickupAt scheduledReturnAt actualReturnAt
    approvedAt approvalMessage declinedAt declineReason
    requestedPickup requestedDropoff pickupFlexible dropoffFlexible requestedIntervalStart requestedIntervalEnd
    quantityReserved quantity`,
  bookingConditionReports: "bookingId byRole phase condition notes",
  bookingReportPhotos: "reportId url",
  inventoryHolds: "listingId startTime endTime quantity renterUserId expiresAt bookingId",
  bookingRequests: `
    itemId renterId ownerId startDate endDate totalCents quantity requestedPickup requestedDropoff
    pickupFlexible dropoffFlexible requestedIntervalStart requestedIntervalEnd status paymentStatus approvalStatus
    checkoutSessionId paymentIntentId authExpiresAt priceParts deliveryMethod deliveryAddress pickupMethod
    meetupLocation approvedAt approvalMessage declinedAt declineReason termsAccepted termsVersion`,
  taxRates: `
    state county city zipCode taxRate taxType jurisdiction effectiveDate expirationDate isActive notes`,
  pickupSchedules: `
    bookingId proposedBy status proposedDateTime confirmedDateTime timeFlexible locationType address latitude
    longitude notes proposalMessage responseMessage specialInstructions confirmedAt confirmedBy`,
  rentalEvents: "bookingId actorId eventType notes metadata",
  rentalPhotos: "bookingId uploadedBy userRole stage photoUrl filename fileSize mimeType",
  damagePhotos: `
    bookingId uploadedBy userRole stage photoUrl filename fileSize mimeType
    damageType damageDescription damageSeverity`,
  reviews: `
    bookingId reviewerId revieweeId rating comment communicationRating punctualityRating conditionRating reviewType
    isPublic wasHelpful isVerifiedRental`,
  foodTruckSettings: `
    enabledModes perPersonPriceCents perPersonMinHeadcount tieredPricing appearanceFeeCents baseTravelFeeCents
    travelFeePerMileCents travelRadiusMiles prepLeadTimeHours setupTimeMinutes powerRequirements
    includesPaperGoods onsiteSales menuUrl menuFileKey`,
  userVerifications: "status",
  conversations: "itemId renterId ownerId bookingId status lastMessageAt",
  messages: "conversationId senderId content messageType isRead deliveredAt readAt",
  notifications: "type title message data isRead actionUrl",
  notificationPreferences: "email sms push booking messaging search recommendation marketing weeklyDigest",
  userFavorites: "userId itemId",
  savedSearches: "name query category location radius minPrice maxPrice condition availableFrom availableTo",
  termsAndConditions: "version content isActive",
  privacyPolicy: "version content isActive",
  prohibitedItems: "category item description",
  platformSettings: "key value",
  helpMessages: "name email subject message status priority adminNotes",
  lateFees: `
    daysLate dailyLateFee calculatedFee cappedFee status chargedAmount waivedAmount waiverReason paymentStatus`,
  lateFeeRules: `
    name category itemValueMin itemValueMax gracePeriodHours feeType fixedFee percentageFee maxFeeAmount
    dailyEscalationRate escalationCapDays priority`,
  fraudAnalyses: `
    bookingId userId analysisType riskScore riskLevel confidence patterns redFlags recommendation status
    reviewBy reviewedBy reviewedAt reviewNotes adminDecision actionTaken`,
  scheduledJobs: "jobType entityId entityType scheduledAt retryCount maxRetries payload status",
  statusTransitions: "fromStatus toStatus reason transitionType",
  items: `
    depositAmount minRentalDays maxRentalDays lateReturnFee cleaningFee offerDelivery deliveryFee deliveryRadius
    offerPickup offerMeetup quantityTotal quantityMinPerBooking quantityMaxPerBooking allowQuantity
    setupFlatFeeCents setupPerUnitFeeCents`,
  categories: "commissionRate listerCommissionRate renterCommissionRate",
  users: `
    paymentCustomerId subscriptionId connectAccountId connectOnboarded notifyEmail notifySms
    defaultPickupStart defaultPickupEnd defaultDropoffStart defaultDropoffEnd defaultAvailableDays`,
};

/** Our names where they differ: money is in cents, and what the specification only describes needs a name. */
export const OUR_NAMES: Record<string, Record<string, string>> = {
  bookings: {
    rentalPart: "rentalCents",
    deliveryPart: "deliveryCents",
    cleaningPart: "cleaningCents",
    taxPart: "taxCents",
    depositPart: "depositCents",
    insurancePart: "insuranceCents",
    depositAmount: "depositCents",
    commissionAmount: "commissionCents",
    ownerEarnings: "ownerEarningsCents",
    platformCommission: "platformCommissionCents",
    taxAmount: "taxCents",
    serviceFeeAmount: "serviceFeeCents",
    deliveryFee: "deliveryCents",
    rentalPaymentReference: "rentalPaymentId",
    depositPaymentReference: "depositPaymentId",
    lateFeeAmount: "lateFeeCents",
    checkOutConfirmedByRenter: "renterConfirmedOutAt",
    checkOutConfirmedByOwner: "ownerConfirmedOutAt",
    checkInConfirmedByRenter: "renterSignedInAt",
    checkInConfirmedByOwner: "ownerSignedInAt",
    renterCheckOutAt: "renterCheckoutAt",
    ownerCheckOutAt: "ownerCheckoutAt",
    renterCheckInAt: "renterCheckinAt",
    ownerCheckInAt: "ownerCheckinAt",
    exchangePlace: "exchangeTown",
    requestedPickup: "requestedPickupAt",
    requestedDropoff: "requestedDropoffAt",
    pickupFlexible: "isPickupFlexible",
    dropoffFlexible: "isDropoffFlexible",
  },
  bookingRequests: {
    requestedPickup: "requestedPickupAt",
    requestedDropoff: "requestedDropoffAt",
    pickupFlexible: "isPickupFlexible",
    dropoffFlexible: "isDropoffFlexible",
  },
  savedSearches: {
    category: "categoryId",
    minPrice: "minPriceCents",
    maxPrice: "maxPriceCents",
    availableFrom: "startDate",
    availableTo: "endDate",
  },
  lateFees: {
    dailyLateFee: "dailyLateFeeCents",
    calculatedFee: "calculatedFeeCents",
    cappedFee: "cappedFeeCents",
    chargedAmount: "chargedCents",
    waivedAmount: "waivedCents",
  },
  lateFeeRules: {
    category: "categoryId",
    itemValueMin: "itemValueMinCents",
    itemValueMax: "itemValueMaxCents",
    fixedFee: "feeCents",
    percentageFee: "feePercent",
    maxFeeAmount: "maxFeeCents",
  },
  items: {
    depositAmount: "depositAmountCents",
    lateReturnFee: "lateReturnFeeCents",
    cleaningFee: "cleaningFeeCents",
    deliveryFee: "deliveryFeeCents",
  },
};

/** Columns that may lack a reader or a writer, and why. */
export const EXCEPTIONS: Record<string, string> = {
  "bookings.quantityReserved": "is generated from quantity",
  "reviews.wasHelpful": "is generated from helpfulCount",
  "users.subscriptionId": "no subscriptions are specified, so it stays null",
};
